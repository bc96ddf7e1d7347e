import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { useAttempt } from '#ui/use-attempt.ts'
import { useForm } from '#ui/use-form.ts'
import { SELL_TO_US, WHOLESALE } from '../limits.ts'
import type { Enquiry, Kind } from './enquiry.ts'

/** What is written, and sent; `sent`: what was, until somebody writes once more. */
export function useEnquiryForm(kind: Kind) {
  const t = useWords()
  const [sent, setSent] = useState<Enquiry>()
  const [failure, setFailure] = useState('')
  const again = useRef(false)
  // An answer that was lost makes no second enquiry.
  const attempt = useAttempt(kind)
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
      const body = { ...values, id: attempt.idOf(values) }
      try {
        await call('POST /api/bottom/saveDeal', {
          body: wholesale ? { ...body, type: WHOLESALE } : { ...body, type: SELL_TO_US },
        })
      } catch (error) {
        if (error instanceof CallRefused && error.errors.length > 0) return form.refuse(error.byField())
        return setFailure(explain(error))
      }
      attempt.done()
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

  function writeAnother() {
    again.current = true
    setSent(undefined)
  }

  return { form, sent, failure, writeAnother }
}
