import { TicketPercent } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { COUPON_LENGTH } from '#rooms/coupons/rules.ts'
import { waitWords } from '#rooms/orders/ui/wait-words.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { CouponProblem, useCoupon } from './use-coupon.ts'

type CouponFieldProps = {
  coupon: ReturnType<typeof useCoupon>
  /** The prices are known, so that there is something to take off. */
  ready: boolean
  amount: (major: number) => string
}

/** A code and Apply; once it is good, the code and Remove. */
export function CouponField({ coupon, ready, amount }: CouponFieldProps) {
  const t = useWords()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pressed = useRef(false)
  const [typed, setTyped] = useState('')
  const [empty, setEmpty] = useState(false)
  const { applied, problem, checking, solving } = coupon
  const good = Boolean(applied)

  // What was pressed is gone: the focus goes to what stands there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change between the two
  useEffect(() => {
    if (pressed.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    pressed.current = false
  }, [good])

  // It was refused: the code can be corrected at once. Nothing else takes the focus from where somebody is.
  useEffect(() => {
    if (problem && (pressed.current || problem.atOrder)) input.current?.focus()
    if (problem) pressed.current = false
  }, [problem])

  function apply() {
    setEmpty(typed.trim() === '')
    if (typed.trim() === '') return input.current?.focus()
    pressed.current = true
    coupon.apply(typed.trim())
  }

  function remove() {
    pressed.current = true
    setTyped('')
    coupon.remove()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter here means the coupon, and not the order.
    event.preventDefault()
    if (!checking) apply()
  }

  return (
    <div ref={box}>
      {applied ? (
        <div className="flex items-center justify-between gap-3 rounded-control border border-good/25 bg-good-soft py-1 ps-3 pe-1">
          <span className="flex min-w-0 items-center gap-2">
            <TicketPercent size={18} className="shrink-0 text-good" aria-hidden="true" />
            <bdi className="truncate font-medium">{applied.code}</bdi>
          </span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('checkout.couponField.removeName', { code: `\u2068${applied.code}\u2069` })}
            onClick={remove}
          >
            {t('checkout.couponField.remove')}
          </Button>
        </div>
      ) : (
        <Field
          label={t('checkout.couponField.label')}
          aside={t('checkout.couponField.optional')}
          error={empty ? t('checkout.couponField.empty') : problem && words(problem)}
        >
          {(wiring) => (
            <div className="flex gap-2">
              <input
                {...wiring}
                ref={input}
                className="control min-w-0 flex-1 uppercase placeholder:normal-case"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setEmpty(false)
                }}
                onKeyDown={onKeyDown}
                disabled={!ready}
                maxLength={COUPON_LENGTH}
                autoComplete="off"
                type="text"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="done"
              />
              <Button
                disabled={!ready}
                loading={checking}
                loadingLabel={t('checkout.couponField.checking')}
                onClick={apply}
              >
                {t('checkout.couponField.apply')}
              </Button>
            </div>
          )}
        </Field>
      )}
      <p role="status" className="mt-1.5 text-sm font-medium text-good empty:mt-0">
        {solving && <span className="text-muted">{t('checkout.captcha.solving')}</span>}
        {applied && !checking && t('checkout.couponField.success')}
      </p>
    </div>
  )

  function words({ messageKey, minimum, seconds }: CouponProblem): string {
    if (seconds > 0) return waitWords(t, seconds)
    if (minimum !== undefined) return t('checkout.couponField.tooLittle', { amount: `\u2066${amount(minimum)}\u2069` })
    return t(t.knows(messageKey) ? messageKey : 'error.unexpected')
  }
}
