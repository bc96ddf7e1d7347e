// What the server does only for who has just proved himself (403 `login.proveAgain`, decision F3): asks for the password,
// and for a code where that is set up, or for a passkey, then does it again.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import { PasswordField } from '#rooms/members/ui/password-field.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { LOGIN_PASSWORD_LENGTH } from '../limits.ts'
import { isWrongCode, prove } from './log-in.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import { SecondField, secondProofIn } from './second-field.tsx'

export interface Proof {
  /** Makes the call, a second time when its member had to prove himself first; undefined: he did not want to. */
  withProof: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Stands somewhere on the page. */
  dialog: ReactNode
}

/** What is being asked, by whichever part of the page: whoever needs a proof meanwhile waits for the same one. */
let asked: Promise<boolean> | undefined

/** `const { withProof, dialog } = useProof()`, then `await withProof(() => call('DELETE /api/profile/totp', {}))`. */
export function useProof(): Proof {
  const [open, setOpen] = useState(false)
  const decided = useRef<(isProved: boolean) => void>(undefined)
  const close = (isProved: boolean) => {
    setOpen(false)
    decided.current?.(isProved)
  }
  const isHere = useRef(false)
  // With its part of the page the dialog goes, and those who wait have no answer.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      decided.current?.(false)
    }
  }, [])

  async function ask(): Promise<boolean> {
    const isProved = await new Promise<boolean>((resolve) => {
      decided.current = resolve
      setOpen(true)
    })
    asked = undefined
    return isProved
  }

  return {
    async withProof(work) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof CallRefused) || error.message !== 'login.proveAgain') throw error
        // Whoever has left the page meanwhile is asked nothing: nobody could answer, here or for what comes later.
        if (!isHere.current) return undefined
        asked ??= ask()
        return (await asked) ? work() : undefined
      }
    },
    dialog: <ProveDialog open={open} onClose={close} />,
  }
}

function ProveDialog({ open, onClose }: { open: boolean; onClose: (isProved: boolean) => void }) {
  const t = useMemberWords()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose(false)}
      title={t('security.proveTitle')}
      closeLabel={t('security.back')}
      lightDismiss={false}
      size="sm"
    >
      {open && (
        <>
          <ProveForm onProved={() => onClose(true)} />
          <PasskeyProof onProved={() => onClose(true)} />
        </>
      )}
    </Dialog>
  )
}

function ProveForm({ onProved }: { onProved: () => void }) {
  const t = useMemberWords()
  const [problem, setProblem] = useState<string>()
  const [wrongCode, setWrongCode] = useState<string>()
  const [needsSecond, setNeedsSecond] = useState(false)
  const [solving, setSolving] = useState(false)
  const [sending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setProblem(undefined)
    setWrongCode(undefined)
    const form = event.currentTarget
    try {
      const password = new FormData(form).get('password')?.toString() ?? ''
      const isMissing = await prove(password, secondProofIn(form), () => setSolving(true))
      if (isMissing) setNeedsSecond(true)
      else onProved()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const say = isWrongCode(error) ? setWrongCode : setProblem
      say(t.knows(error.message) ? t(error.message) : error.message)
    } finally {
      setSending(false)
      setSolving(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-5">
      <p className="text-muted">{t('security.proveText')}</p>
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={LOGIN_PASSWORD_LENGTH}
        required
      />
      {needsSecond && <SecondField error={wrongCode} onOther={() => setWrongCode(undefined)} />}
      {solving && <Notice live>{t('login.challenge')}</Notice>}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" block loading={sending} loadingLabel={t('login.sending')}>
        {t('security.confirm')}
      </Button>
    </form>
  )
}
