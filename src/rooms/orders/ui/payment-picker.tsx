import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { sellingUnit, share, toMajor } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { type Bill, basisPoints, differByCountry, inOrder, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { ProviderMarks } from '#rooms/payments/ui/provider-marks.tsx'
import { cx } from '#ui/class-names.ts'
import { RadioCard } from '#ui/radio-card.tsx'
import type { OrderDetail } from '../wire.ts'

const BuyerCountry = lazy(() => onceOnline(() => import('./buyer-country.tsx')))
const LongList = lazy(() => onceOnline(() => import('./long-method-list.tsx')))
const InDollars = lazy(() => onceOnline(() => import('./in-dollars.tsx')))

/** A longer list is shown by its first ones, and can be searched. */
const [SHORT, FIRST] = [12, 8]

type PaymentPickerProps = {
  methods: PaymentMethod[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** In hundredths of the currency; undefined while the cart's prices are being asked for. */
  goods: number | undefined
  /** What would be paid by a method. */
  billBy: (method: PaymentMethod) => Bill
  amount: (major: number) => string
  legend: string
  /** What they pay is an order already, of these. */
  ordered?: OrderDetail['goods']
}

/** Each method with what it costs in money; one by which this cannot be paid comes last, says why and cannot be chosen. */
export function PaymentPicker({
  methods,
  chosen,
  onChoose,
  goods,
  billBy,
  amount,
  legend,
  ordered,
}: PaymentPickerProps) {
  const t = useWords()
  const hydrated = useHydrated()
  const sorted = inOrder(methods, billBy)

  function feeOf({ fee }: PaymentMethod, currency: string): string {
    if (fee === 0) return t('checkout.noFee')
    if (goods === undefined) return t('checkout.feePercent', { percent: fee })
    return t('checkout.feeAmount', {
      amount: `\u2066+${amount(toMajor(share(goods, basisPoints(fee), sellingUnit(currency))))}\u2069`,
    })
  }

  const wantsDollars = (method: PaymentMethod) =>
    method.forMembers && refusalOf(method, billBy(method)) === 'pay.noSupport'

  const row = (method: PaymentMethod, at: number) => {
    const bill = billBy(method)
    const { currency } = bill
    const refusal = refusalOf(method, bill)
    const unseen = refusal && 'invisible'
    const fee = feeOf(method, currency)
    const minimum = `\u2066${amount(method.minimum[currency] ?? 0)}\u2069`
    return (
      <RadioCard
        // In another place it is another row: none of them moves.
        key={`${at} ${method.id}`}
        name="payment"
        value={method.id}
        checked={method.id === chosen}
        disabled={!!refusal}
        onChange={() => onChoose(method.id)}
        // Whoever presses what stands as chosen has chosen it: once more is known it might be another.
        onClick={() => method.id === chosen && onChoose(method.id)}
        title={method.name}
        description={
          // Why it cannot be used stands where, unseen, the rest would: whichever it is, the row is as high.
          <span className="grid *:[grid-area:1/1]">
            {refusal && (
              <span>
                {t(refusal === 'pay.belowMinimum' ? 'checkout.method.minimum' : refusal, { amount: minimum, currency })}
              </span>
            )}
            <span className={unseen}>
              {method.hint}
              <span className="mt-1.5 flex items-center gap-3">
                {/* As wide as there is room: a drawing that shrinks asks for none. */}
                <span className="flex-1 [contain:inline-size]">
                  <ProviderMarks of={method} />
                </span>
                {/* Other words are another text: none of them has moved. */}
                <span key={fee} className="text-ink sm:hidden">
                  {fee}
                </span>
              </span>
            </span>
          </span>
        }
        end={
          <span key={fee} className={cx('hidden min-w-32 text-end sm:block', unseen)}>
            {fee}
          </span>
        }
      />
    )
  }

  const rows = (some: readonly PaymentMethod[]) => (
    // All as high as the highest: when more is known their order is another, and nothing moves.
    <div className="grid auto-rows-fr gap-2 p-px">{some.map(row)}</div>
  )
  // With the room for what it is searched and unfolded by.
  const first = () => <div className="pt-19.5 pb-13">{rows(sorted.slice(0, FIRST))}</div>

  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {differByCountry(methods) && (
        // As high as it is with its field, which only the browser can fill: what stands below stays in its place.
        <div className="mb-3 min-h-17.5">
          <Suspense>{hydrated && <BuyerCountry />}</Suspense>
        </div>
      )}
      {methods.length <= SHORT ? (
        rows(sorted)
      ) : (
        <Suspense fallback={first()}>
          {hydrated ? <LongList methods={sorted} first={FIRST} {...{ chosen, billBy, rows }} /> : first()}
        </Suspense>
      )}
      {hydrated && methods.some(wantsDollars) && (
        <Suspense>
          <InDollars goods={ordered} />
        </Suspense>
      )}
    </fieldset>
  )
}
