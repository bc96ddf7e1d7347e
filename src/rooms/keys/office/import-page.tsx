// /office/keys/import: keys typed, pasted or from a file. What was typed stays where it is until it is in the shop, and is kept
// nowhere else.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Back, backClass } from '#rooms/staff/office/one-thing.tsx'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useLeaving } from '#rooms/staff/office/use-leaving.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { LONGEST_SOURCE, MOST_LINES, MOST_TEXT } from '#rooms/vault/limits.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import { ImportLook, type Look } from './import-look.tsx'
import { lastList } from './last-list.ts'

const route = getRouteApi('/frame/keys/import')

function useImport() {
  const t = useOfficeWords()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  // Sent again after an answer that was lost, the keys come once. What was changed meanwhile is another batch, which takes what is new.
  const attempt = useAttempt()
  // Nothing comes in before what would become of just this was seen.
  const [look, setLook] = useState<Look & { id: string; text: string }>()
  const [isSure, setSure] = useState(false)
  // What may have come in, though its answer was lost.
  const sent = useRef<string>(undefined)
  const isTyped = useRef(false)
  useLeaving(() => isTyped.current)
  const form = useForm({
    schema: async () => (await import('./forms.ts')).ImportForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ cost, currency, ...typed }) => {
      setProblem(undefined)
      const { readCost } = await import('./forms.ts')
      const minor = readCost(cost)
      const id = attempt.idOf({ ...typed, cost, currency })
      const body = { ...typed, id, ...(minor !== undefined && { cost: { minor, currency } }) }
      try {
        if (look?.id !== id && sent.current !== id) {
          setSure(false)
          const seen = await actCall('POST /office/key-batches/look', { body }, 'error.offline')
          return setLook({ ...seen, id, text: typed.text })
        }
        sent.current = id
        await actCall('POST /office/key-batches', { body }, 'act.again')
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        // Refused: nothing came in under this id, unless the answer was lost.
        return setProblem(sayRefusal(t, error))
      }
      isTyped.current = false
      toast({ message: t('keys.importDone'), tone: 'good' })
      void queries.invalidateQueries()
      await navigate({ to: '/keys/$id', params: { id }, replace: true })
    },
  })
  function typed() {
    isTyped.current = true
    setLook(undefined)
  }
  return { form, typed, problem, setProblem, look, isSure, setSure }
}

export function ImportPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('keys.import'), me?.shop)
  const { sku = '' } = route.useSearch()
  const { form, typed, problem, setProblem, look, isSure, setSure } = useImport()
  const text = useRef<HTMLTextAreaElement>(null)
  // Another file takes the place of this one, and of nothing that was typed.
  const fromFile = useRef('')

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file || !text.current) return
    if (file.size > MOST_TEXT) return setProblem(t('keys.textLong'))
    setProblem(undefined)
    const lines = await file.text().catch(() => undefined)
    // So that the same file, mended meanwhile, can be chosen again.
    target.value = ''
    if (lines === undefined) return setProblem(t('error.unexpected'))
    const { value } = text.current
    const before = value === fromFile.current ? '' : value
    text.current.value = before === '' ? lines : `${before.replace(/\n$/, '')}\n${lines}`
    fromFile.current = before === '' ? text.current.value : ''
    typed()
  }

  return (
    <>
      <p>
        <Link to="/keys" search={lastList()} className={backClass}>
          <Back>{t('keys.title')}</Back>
        </Link>
      </p>
      <h1 className="mt-2 text-2xl">{t('keys.import')}</h1>
      <p className="mt-1 max-w-2xl text-muted">{t('keys.importWhat', { count: MOST_LINES })}</p>
      <form {...form.props} className="mt-5 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
        <div onInput={typed} className="contents">
          <TextField
            {...form.field('skuCode')}
            label={t('keys.code')}
            hint={t('keys.codeHint')}
            defaultValue={sku}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...form.field('source')}
              label={t('keys.source')}
              hint={t('keys.sourceHint')}
              maxLength={LONGEST_SOURCE}
              autoComplete="off"
              required
            />
            <TextField
              {...form.field('supplier')}
              label={t('keys.supplier')}
              maxLength={LONGEST_SOURCE}
              autoComplete="off"
            />
            <TextField {...form.field('cost')} label={t('keys.cost')} inputMode="decimal" autoComplete="off" />
            <TextField
              {...form.field('currency')}
              label={t('keys.currency')}
              defaultValue="USD"
              maxLength={3}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <TextArea
            {...form.field('text')}
            ref={text}
            label={t('keys.text')}
            hint={t('keys.textHint')}
            rows={10}
            autoComplete="off"
            spellCheck={false}
            required
          />
          <KeyFile onChoose={(event) => void take(event)} />
        </div>
        {look && <ImportLook key={look.id} look={look} text={look.text} isSure={isSure} onSure={setSure} />}
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        {look?.added !== 0 && (
          <Button
            type="submit"
            variant="primary"
            disabled={look !== undefined && look.odd.count > 0 && !isSure}
            loading={form.sending}
            loadingLabel={t('frame.loading')}
          >
            {look ? t('keys.look.add', { count: look.added }) : t('keys.import')}
          </Button>
        )}
      </form>
    </>
  )
}

/** The browser's own button would speak the browser's language. */
function KeyFile({ onChoose }: { onChoose: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const t = useOfficeWords()
  const field = useId()
  return (
    <div className="grid justify-items-start">
      <input id={field} type="file" accept=".txt,.csv,text/plain" onChange={onChoose} className="peer sr-only" />
      <label htmlFor={field} className={cx(buttonClass({}), 'cursor-pointer peer-focus-visible:outline-2')}>
        {t('keys.file')}
      </label>
    </div>
  )
}
