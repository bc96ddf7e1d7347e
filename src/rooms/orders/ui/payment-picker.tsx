import { useWords } from '#platform/i18n/messages.ts'
import { sellingUnit, share, toMajor } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { type Bill, basisPoints, refusalOf } from '#rooms/payments/ui/method-rules.ts'
import { ProviderMarks } from '#rooms/payments/ui/provider-marks.tsx'
import { RadioCard } from '#ui/radio-card.tsx'

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
}

/** Each method with what it costs in money; one by which this cannot be paid says why and cannot be chosen. */
export function PaymentPicker({ methods, chosen, onChoose, goods, billBy, amount, legend }: PaymentPickerProps) {
  const t = useWords()

  function feeOf({ fee }: PaymentMethod, currency: string): string {
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
                  {taken && <span className="mt-0.5 block text-ink sm:hidden">{feeOf(method, currency)}</span>}
                </>
              }
              end={taken && <span className="hidden min-w-20 text-end sm:block">{feeOf(method, currency)}</span>}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
