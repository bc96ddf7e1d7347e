// The question to prove oneself again, over the page, before an act that costs money or shows secrets.
import { useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { ByPasskey, proveByPasskey } from './by-passkey.tsx'
import { prove } from './enter.ts'
import { OfficeDialog } from './office-dialog.tsx'
import { answerProof, useIsAskedForProof } from './proof.ts'
import { CodeField, SecretField } from './secret-field.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

export function ProveOver() {
  const t = useOfficeWords()
  const isAsked = useIsAskedForProof()
  return (
    <OfficeDialog
      open={isAsked}
      onOpenChange={(open) => {
        if (!open) answerProof(false)
      }}
      title={t('door.proveTitle')}
      lightDismiss={false}
    >
      <p className="text-muted">{t('door.prove')}</p>
      {isAsked && (
        <>
          <ProofForm />
          <ByPasskey label={t('door.passkeyProve')} ask={proveByPasskey} onDone={() => answerProof(true)} />
        </>
      )}
    </OfficeDialog>
  )
}

function ProofForm() {
  const t = useOfficeWords()
  const [problem, setProblem] = useState<string>()
  const element = useRef<HTMLDivElement>(null)
  const form = useForm({
    schema: async () => (await import('../forms.ts')).ProofForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async (typed) => {
      setProblem(undefined)
      try {
        await prove(typed)
        answerProof(true)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setProblem(sayRefusal(t, error))
        for (const input of element.current?.querySelectorAll('input') ?? []) input.value = ''
        element.current?.querySelector('input')?.focus()
      }
    },
  })
  return (
    <form {...form.props} className="mt-4">
      <div ref={element} className="grid gap-5">
        <SecretField {...form.field('password')} label={t('door.password')} autoComplete="current-password" required />
        <CodeField {...form.field('code')} label={t('door.code')} hint={t('door.codeHint')} />
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <Button type="submit" variant="primary" block loading={form.sending} loadingLabel={t('door.signingIn')}>
          {t('door.proveDo')}
        </Button>
      </div>
    </form>
  )
}
