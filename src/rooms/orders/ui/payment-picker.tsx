import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { sellingUnit, share, toMajor } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { type Bill, basisPoints, differByCountry, inOrder, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { ProviderMarks } from '#rooms/payments/ui/provider-marks.tsx'
import { RadioCard } from '#ui/radio-card.tsx'
import type { OrderDetail } from '../wire.ts'

const BuyerCountry = lazy(() => onceOnline(() => import('./buyer-country.tsx')))
const LongList = lazy(() => onceOnline(() => import('./long-method-list.tsx')))
const InDollars = lazy(() => onceOnline(() => import('./in-dollars.tsx')))

/** A longer list is shown by its first ones, and can be searched. */
const SHORT = 12

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
    const taken = refusal === undefined
    const minimum = `\u2066${amount(method.minimum[currency] ?? 0)}\u2069`
    const words =
      refusal === 'pay.belowMinimum'
        ? t('checkout.method.minimum', { amount: minimum })
        : refusal
          ? t(refusal, { currency })
          : method.hint
    return (
      <RadioCard
        // By its place: when the country is known their order is another, and nothing moves.
        key={at}
        name="payment"
        value={method.id}
        checked={method.id === chosen}
        disabled={!taken}
        onChange={() => onChoose(method.id)}
        title={method.name}
        description={
          <>
            {words}
            {/* As wide as there is room: a drawing that shrinks asks for none. */}
            {taken && (
              <span className="mt-1.5 block [contain:inline-size]">
                <ProviderMarks of={method} />
              </span>
            )}
            {taken && <span className="mt-0.5 block text-ink sm:hidden">{feeOf(method, currency)}</span>}
          </>
        }
        end={taken && <span className="hidden min-w-20 text-end sm:block">{feeOf(method, currency)}</span>}
      />
    )
  }

  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {differByCountry(methods) && (
        // As high as it is with its field, which only the browser can fill: what stands below stays in its place.
        <div className="mb-3 min-h-17.5">
          <Suspense>{hydrated && <BuyerCountry />}</Suspense>
        </div>
      )}
      {methods.length > SHORT ? (
        <Suspense>
          <LongList methods={sorted} chosen={chosen} billBy={billBy} row={row} />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-2 p-px">{sorted.map(row)}</div>
      )}
      {methods.some(wantsDollars) && (
        <Suspense>
          <InDollars goods={ordered} />
        </Suspense>
      )}
    </fieldset>
  )
}
