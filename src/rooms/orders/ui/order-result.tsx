import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Logo } from '#browser/logo.tsx'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OrderDetail } from '../wire.ts'
import { BuyAgain } from './buy-again.tsx'
import { readLastOrder } from './checkout-draft.ts'
import { MoneyBack } from './money-back.tsx'
import { OrderAccess } from './order-access.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderKeys } from './order-keys.tsx'
import type { OrderVisit } from './order-visit.ts'
import { PayAgain } from './pay-again.tsx'
import { PayInstructions } from './pay-instructions.tsx'
import { ResultHeading } from './result-heading.tsx'
import { ResultSkeleton } from './result-skeleton.tsx'
import { isOnBalance, PAYABLE, resultState, UNPAID, WITH_KEYS, WITHDRAWABLE } from './result-state.ts'
import { SupportLine } from './support-line.tsx'

const root = getRouteApi('__root__')
/** With the words of the member centre. */
const TopUpResult = lazy(() => onceOnline(() => import('./top-up-result.tsx')))
const RefundTo = lazy(() => onceOnline(() => import('./refund-to.tsx')))

type OrderResultProps = {
  methods: PaymentMethod[]
  visit: OrderVisit
  order: OrderDetail
  clockAhead: number
  provider: string | undefined
  looking: boolean
  reload: () => Promise<void>
  /** This computer was told to forget its orders. */
  onForgotten: () => void
}

export function OrderResult({
  methods,
  visit,
  order,
  clockAhead,
  provider,
  looking,
  reload,
  onForgotten,
}: OrderResultProps) {
  const t = useWords()
  const { website } = root.useLoaderData()
  const state = resultState(order, provider, { cancelled: visit.cancelled, looking })
  if (order.topUp !== null)
    return (
      <Suspense fallback={<ResultSkeleton />}>
        <TopUpResult {...{ methods, visit, clockAhead, state, reload }} order={{ ...order, topUp: order.topUp }} />
      </Suspense>
    )
  const payable = PAYABLE.includes(state)
  const amount = (major: number) => formatMoney(fromMajor(major), order.currencyName)
  const rest = (
    <>
      <OrderFacts order={order} amount={amount} paid={!UNPAID.includes(state)} />
      {order.refundTo && (
        <Suspense fallback={null}>
          <RefundTo order={order} refundTo={order.refundTo} reload={reload} />
        </Suspense>
      )}
      <OrderAccess visit={visit} onForgotten={onForgotten} />
      <SupportLine orderNo={order.orderNo} />
      <p className="hidden text-sm text-muted print:block">
        {[website.company, website.phone, website.email].filter(Boolean).join(' · ')}
      </p>
      <p className="flex flex-wrap justify-center gap-3 print:hidden">
        <UiLink href="/" className={buttonClass({ variant: payable ? 'ghost' : 'secondary' })}>
          {t('pay.result.home')}
        </UiLink>
        <UiLink href="/my-order" className={buttonClass({ variant: 'ghost' })}>
          {t('shell.account')}
        </UiLink>
        {WITHDRAWABLE.includes(state) && (
          <UiLink
            href={`/withdraw?${new URLSearchParams({ order_no: order.orderNo })}`}
            className={buttonClass({ variant: 'ghost' })}
          >
            {t('order.withdraw')}
          </UiLink>
        )}
      </p>
    </>
  )

  return (
    <div className="flex flex-col gap-5">
      {/* On paper: logo, keys, receipt, address. */}
      <div className="hidden print:block">
        <Logo />
      </div>
      <ResultHeading
        state={state}
        order={order}
        words={isOnBalance(state, order) ? { text: t('order.moneyOnBalance') } : undefined}
      />
      {(payable || order.amounts.total === 0 || state === 'expired') && costsOther(order) && (
        <Notice tone="warn">{t('pay.sentBefore', { amount: `\u2066${amount(order.amounts.total)}\u2069` })}</Notice>
      )}
      {(state === 'expired' || state === 'cancelled') && <BuyAgain goods={order.goods} />}
      {order.mayHaveMoneyBack && <MoneyBack visit={visit} reload={reload} />}
      {payable && order.instructions && <PayInstructions instructions={order.instructions} />}
      {payable && (
        <PayAgain
          methods={methods}
          visit={visit}
          order={order}
          clockAhead={clockAhead}
          waiting={state === 'waiting'}
          amount={amount}
          reload={reload}
        />
      )}
      {WITH_KEYS.includes(state) ? (
        <OrderKeys visit={visit} email={order.deliveryEmail}>
          {rest}
        </OrderKeys>
      ) : (
        rest
      )}
    </div>
  )
}

/** Than the checkout of this tab said, which has led here. */
function costsOther({ orderId }: OrderDetail): boolean {
  const last = readLastOrder()
  return last?.orderId === orderId && last.costsOther === true
}
