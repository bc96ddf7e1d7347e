// In the footer of every page, so it is small: what checks and sends is fetched when somebody comes to the field.
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'

const load = keptOnceOnline(() => import('./newsletter-send.ts'))

/**
 * A wrong address is shown, not talked about; a failure empties the field and says nothing (specification §5, §8).
 * `primary`: where subscribing is what the page is for.
 */
export function NewsletterForm({ primary, className }: { primary?: boolean; className?: string }) {
  const t = useWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const touched = useRef(false)
  const [invalid, setInvalid] = useState(false)
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const busy = state === 'sending'

  function leave({ value }: HTMLInputElement) {
    // Passing through an empty field is no answer yet.
    touched.current ||= value !== ''
    if (touched.current) void check()
  }

  // It may have been filled in and left before the form came alive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there before
  useEffect(() => {
    const field = input.current
    if (field && field !== document.activeElement) leave(field)
  }, [])

  async function check() {
    const { readEmail } = await load()
    setInvalid(readEmail(input.current?.value ?? '') === undefined)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const field = input.current
    if (busy || !field) return
    touched.current = true
    setState('sending')
    let next: typeof state = 'idle'
    try {
      const { readEmail, subscribe } = await load()
      const email = readEmail(field.value)
      setInvalid(email === undefined)
      if (email === undefined) {
        field.focus()
        return setState('idle')
      }
      await subscribe(email)
      next = 'sent'
    } catch {
      // The specification wants no message.
    }
    touched.current = false
    field.value = ''
    setState(next)
  }

  return (
    <form method="post" noValidate onSubmit={send} className={cx('noscript:hidden', className)}>
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-0 flex-[1_1_13rem]">
          <input
            ref={input}
            id={id}
            type="email"
            dir="ltr"
            name="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            maxLength={50}
            required
            aria-label={t('newsletter.email')}
            aria-invalid={invalid || undefined}
            aria-describedby={invalid ? `${id}-invalid` : undefined}
            placeholder={t('newsletter.placeholder')}
            className={cx('control', invalid && 'pe-10')}
            onFocus={load}
            onBlur={(event) => leave(event.target)}
            onChange={() => touched.current && void check()}
          />
          {invalid && (
            <span className="absolute inset-y-0 end-3 grid place-items-center text-bad" title={t('newsletter.invalid')}>
              <CircleAlert size={18} aria-hidden="true" />
              <span id={`${id}-invalid`} className="sr-only">
                {t('newsletter.invalid')}
              </span>
            </span>
          )}
        </div>
        <Button
          type="submit"
          variant={primary ? 'primary' : undefined}
          className="grow sm:grow-0"
          loading={busy}
          loadingLabel={t('newsletter.sending')}
        >
          {t('newsletter.subscribe')}
        </Button>
      </div>
      <p role="status" className="text-sm text-good not-empty:mt-2">
        {state === 'sent' && t('newsletter.subscribed')}
      </p>
    </form>
  )
}
