import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { randomUuid } from '#platform/random-id.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { MOST, SELL_TO_US, WHOLESALE } from '../limits.ts'
import type { Enquiry, Kind, RegionOption } from './enquiry.ts'
import { EnquirySent } from './enquiry-sent.tsx'

export function EnquiryForm({ kind, regions }: { kind: Kind; regions: RegionOption[] }) {
  const t = useWords()
  const [sent, setSent] = useState<Enquiry>()
  const [failure, setFailure] = useState('')
  const again = useRef(false)
  const identify = useSameId()
  const wholesale = kind === 'wholesale'

  const form = useForm({
    schema: async () => {
      const { SellToUsForm, WholesaleForm } = await import('../forms.ts')
      return wholesale ? WholesaleForm : SellToUsForm
    },
    say: (message) => (t.knows(message) ? t(message) : t('error.unexpected')),
    draft: kind,
    unreachable: () => setFailure(t('error.offline')),
    async send(values): Promise<void> {
      setFailure('')
      const body = { ...values, id: identify(values) }
      try {
        await call('POST /api/bottom/saveDeal', {
          body: wholesale ? { ...body, type: WHOLESALE } : { ...body, type: SELL_TO_US },
        })
      } catch (error) {
        if (error instanceof CallRefused && error.errors.length > 0) return form.refuse(error.byField())
        return setFailure(explain(error))
      }
      form.clear()
      setSent(values)
    },
  })

  function explain(error: unknown): string {
    if (error instanceof CallRefused && error.status === 429) return t('enquiries.error.tooMany')
    return t(error instanceof CallRefused && error.status === 0 ? 'error.offline' : 'error.unexpected')
  }

  // Whoever writes once more goes on where the first field is.
  useEffect(() => {
    if (sent || !again.current) return
    again.current = false
    form.props.ref.current?.querySelector('input')?.focus()
  }, [sent, form.props.ref])

  if (sent) {
    const another = () => {
      again.current = true
      setSent(undefined)
    }
    return <EnquirySent kind={kind} enquiry={sent} regions={regions} onAnother={another} />
  }

  const email = {
    type: 'email',
    inputMode: 'email',
    spellCheck: false,
    required: true,
  } as const
  const optional = t('enquiries.optional')
  return (
    <form {...form.props} aria-labelledby="enquiry-title" className="grid gap-5 sm:grid-cols-2">
      <h2 id="enquiry-title" className="text-xl sm:col-span-2">
        {t(`enquiries.${kind}.formTitle`)}
      </h2>
      <TextField
        {...form.field('fillname')}
        label={t('enquiries.name')}
        autoComplete="name"
        maxLength={MOST.line}
        required
        className="sm:col-span-2"
      />
      <TextField
        {...form.field('email')}
        {...email}
        label={t('enquiries.email')}
        hint={t('enquiries.emailHint')}
        autoComplete="email"
        maxLength={MOST.line}
      />
      <TextField
        {...form.field('confirmEmail')}
        {...email}
        label={t('enquiries.confirmEmail')}
        autoComplete="off"
        maxLength={MOST.line}
      />
      {wholesale && (
        <TextField
          {...form.field('skype' as never)}
          label={t('enquiries.skype')}
          aside={optional}
          autoComplete="off"
          maxLength={MOST.line}
        />
      )}
      <SelectField
        {...form.field('region')}
        label={t('enquiries.region')}
        aside={wholesale && optional}
        autoComplete="country"
        required={!wholesale}
        className={wholesale ? '' : 'sm:col-span-2'}
      >
        <option value="">{t('enquiries.chooseRegion')}</option>
        {regions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        {...form.field('message')}
        label={t(`enquiries.${kind}.message`)}
        hint={t(`enquiries.${kind}.messageHint`)}
        aside={wholesale && optional}
        maxLength={wholesale ? MOST.message : MOST.description}
        required={!wholesale}
        rows={wholesale ? 3 : 6}
        className="sm:col-span-2"
      />
      <div className="flex flex-col gap-5 sm:col-span-2">
        {failure && (
          <Notice tone="bad" live>
            {failure}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="sm:self-start"
          loading={form.sending}
          loadingLabel={t('enquiries.sending')}
        >
          {t(`enquiries.${kind}.send`)}
        </Button>
      </div>
    </form>
  )
}

/** One id for one text, however often it is sent: an answer that was lost on its way does not make two enquiries. */
function useSameId(): (values: object) => string {
  const last = useRef<{ text: string; id: string }>(undefined)
  return (values) => {
    const text = JSON.stringify(values)
    if (last.current?.text !== text) last.current = { text, id: randomUuid() }
    return last.current.id
  }
}
