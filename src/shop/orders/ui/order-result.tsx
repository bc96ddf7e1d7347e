import { useTranslation } from 'react-i18next'
import { formatMoney, fromMajor } from '#platform/money.ts'
import type { OrderDetail } from '#shop/orders/contract.ts'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderKeys } from './order-keys.tsx'
import type { OrderVisit } from './order-visit.ts'
import { PayAgain } from './pay-again.tsx'
import { ResultHeading } from './result-heading.tsx'
import { PAYABLE, resultState } from './result-state.ts'
import { SupportLine } from './support-line.tsx'

type OrderResultProps = {
  visit: OrderVisit
  order: OrderDetail
  clockAhead: number
  provider: string | undefined
  reload: () => Promise<void>
}

export function OrderResult({ visit, order, clockAhead, provider, reload }: OrderResultProps) {
  const { t } = useTranslation()
  const state = resultState(order.orderStatus, provider)
  const amount = (major: number) => formatMoney(fromMajor(major), order.currencyName)

  return (
    <div className="flex flex-col gap-5">
      <ResultHeading state={state} email={order.deliveryEmail} />
      {PAYABLE.includes(state) && (
        <PayAgain
          visit={visit}
          order={order}
          clockAhead={clockAhead}
          waiting={state === 'waiting'}
          amount={amount}
          reload={reload}
        />
      )}
      {state === 'delivered' && <OrderKeys visit={visit} email={order.deliveryEmail} />}
      <OrderFacts
        order={order}
        amount={amount}
        paid={!PAYABLE.includes(state) && state !== 'cancelled' && state !== 'expired'}
      />
      <SupportLine orderNo={order.orderNo} />
      <p className="flex flex-wrap justify-center gap-3">
        <UiLink href="/" className={buttonClass({ variant: PAYABLE.includes(state) ? 'ghost' : 'secondary' })}>
          {t('pay.result.home')}
        </UiLink>
      </p>
    </div>
  )
}
