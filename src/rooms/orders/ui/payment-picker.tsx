import { useWords } from '#platform/i18n/messages.ts'
import { sellingUnit, share, toMajor } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { basisPoints, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { ProviderMarks } from '#rooms/payments/ui/provider-marks.tsx'
import { RadioCard } from '#ui/radio-card.tsx'

type PaymentPickerProps = {
  methods: PaymentMethod[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** ISO 4217. */
  currency: string
  /** In hundredths of the currency; undefined while the cart's prices are being asked for. */
  goods: number | undefined
  /** What would be paid by a method, as `goods`. */
  totalBy: (method: PaymentMethod) => number | undefined
  amount: (major: number) => string
  legend: string
}

/** Each method with what it costs in money; one that does not take the currency or so little says so and cannot be chosen. */
export function PaymentPicker({
  methods,
  chosen,
  onChoose,
  currency,
  goods,
  totalBy,
  amount,
  legend,
}: PaymentPickerProps) {
  const t = useWords()

  function feeOf({ fee }: PaymentMethod): string {
    if (fee === 0) return t('checkout.noFee')
    if (goods === undefined) return t('checkout.feePercent', { percent: fee })
    return t('checkout.feeAmount', {
      amount: `\u2066+${amount(toMajor(share(goods, basisPoints(fee), sellingUnit(currency))))}\u2069`,
    })
  }

  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-col gap-2 p-px">
        {methods.map((method) => {
          const refusal = refusalOf(method, currency, totalBy(method))
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
              key={method.id}
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
                  {taken && <span className="mt-0.5 block text-ink sm:hidden">{feeOf(method)}</span>}
                </>
              }
              end={taken && <span className="hidden min-w-20 text-end sm:block">{feeOf(method)}</span>}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
