import { useState } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { fromMajor, sellingUnit, share, toMajor } from '#platform/money.ts'
import { useCountry } from '#rooms/money/ui/use-country.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { basisPoints, differByCountry } from '#rooms/payments/ui/method-rules.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OrderDetail } from '../wire.ts'
import { CancelOrder } from './cancel-order.tsx'
import { Countdown } from './countdown.tsx'
import type { OrderVisit } from './order-visit.ts'
import { PaymentPicker } from './payment-picker.tsx'
import { usePaying } from './use-paying.ts'

type PayAgainProps = {
  methods: PaymentMethod[]
  visit: OrderVisit
  order: OrderDetail
  clockAhead: number
  /** Nothing has gone wrong yet: the shop is asking the provider. */
  waiting: boolean
  amount: (major: number) => string
  reload: () => Promise<void>
}

/** Time left, and everything that can be done with an order that is not paid yet. */
export function PayAgain({ methods, visit, order, clockAhead, waiting, amount, reload }: PayAgainProps) {
  const t = useWords()
  const country = useCountry(differByCountry(methods))
  const [chosen, choose] = useState<PaymentMethod>()
  const { pay, sending, problem, forgetProblem, waiver } = usePaying({ visit, order, chosen, country, reload })
  const total = chosen ? withFeeOf(chosen, order) : order.amounts.total

  return (
    <Card as="section" padding="lg" aria-label={t('pay.again.title')}>
      <Countdown expiresAt={Date.parse(order.expiresAt)} clockAhead={clockAhead} onEnd={reload} />
      {methods.some(({ id }) => id !== order.paymentId) && (
        <Disclosure summary={t('pay.again.otherMethod')} className="mt-4 border-t border-b-0">
          <PaymentPicker
            methods={methods}
            chosen={chosen?.id ?? order.paymentId}
            onChoose={(id) => {
              choose(methods.find((method) => method.id === id))
              forgetProblem()
            }}
            goods={fromMajor(order.amounts.goods)}
            billBy={(method) => ({
              currency: order.currencyType,
              country,
              types: order.goods.map(({ productType }) => Number(productType)),
              total: fromMajor(withFeeOf(method, order)),
              isMember: saysMember(),
            })}
            amount={amount}
            legend={t('pay.again.otherMethod')}
            ordered={order.goods}
          />
        </Disclosure>
      )}
      {problem && (
        <Notice tone="bad" live className="mt-4">
          {t(t.knows(problem) ? problem : 'pay.createFailed', { currency: order.currencyType })}
        </Notice>
      )}
      {waiver.shown && (
        <div className="mt-4 text-sm">
          <Checkbox
            ref={waiver.box}
            name="waiver"
            error={waiver.problem && t(waiver.problem)}
            required
            checked={waiver.ticked}
            onChange={(event) => waiver.tick(event.target.checked)}
          >
            {waiver.shown.text}
          </Checkbox>
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button
          variant={waiting && !chosen ? 'secondary' : 'primary'}
          loading={sending}
          loadingLabel={t('checkout.sending')}
          onClick={pay}
        >
          {t('pay.again.button', { amount: `\u2066${amount(total)}\u2069` })}
        </Button>
        <CancelOrder visit={visit} orderId={order.orderId} onDone={reload} />
      </div>
    </Card>
  )
}

/** Only the fee is another's; the other parts of an order stay (decision C7). */
function withFeeOf(method: PaymentMethod, { amounts, currencyType }: OrderDetail): number {
  const fee = share(fromMajor(amounts.goods), basisPoints(method.fee), sellingUnit(currencyType))
  return toMajor(fromMajor(amounts.total) - fromMajor(amounts.fee) + fee)
}
