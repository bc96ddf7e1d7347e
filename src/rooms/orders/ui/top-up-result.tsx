// On the result page: what has become of a top-up. Apart, for it brings the words of the member centre.
import { useEffect } from 'react'
import { fromMajor } from '#platform/money.ts'
import { dollars } from '#rooms/ledger/ui/dollars.ts'
import { askWhoIsThere } from '#rooms/members/ui/member-store.ts'
import { sayMoment } from '#rooms/members/ui/moment.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { paysTopUps } from '../rules.ts'
import type { OrderDetail } from '../wire.ts'
import type { OrderVisit } from './order-visit.ts'
import { PayAgain } from './pay-again.tsx'
import { PayInstructions } from './pay-instructions.tsx'
import { ResultHeading } from './result-heading.tsx'
import { PAYABLE, type ResultState, UNPAID } from './result-state.ts'
import { SupportLine } from './support-line.tsx'
import { balancePayHref, topUpFor } from './top-up-for.ts'

type TopUpResultProps = {
  methods: PaymentMethod[]
  visit: OrderVisit
  order: OrderDetail & { topUp: number }
  clockAhead: number
  state: ResultState
  reload: () => Promise<void>
}

export default function TopUpResult({ methods, visit, order, clockAhead, state, reload }: TopUpResultProps) {
  const t = useMemberWords()
  const amount = `\u2066${dollars(order.topUp)}\u2069`
  const payable = PAYABLE.includes(state)
  const waiting = topUpFor()
  // The frame shows the balance, too.
  useEffect(() => {
    if (state === 'delivered') void askWhoIsThere()
  }, [state])
  return (
    <div className="flex flex-col gap-5">
      <ResultHeading state={state} order={order} words={wordsOf(state, t, amount)} />
      {payable && order.instructions && <PayInstructions instructions={order.instructions} />}
      {payable && (
        <PayAgain
          methods={methods.filter(paysTopUps)}
          visit={visit}
          order={order}
          clockAhead={clockAhead}
          waiting={state === 'waiting'}
          amount={dollars}
          reload={reload}
        />
      )}
      <Facts order={order} paid={!UNPAID.includes(state)} />
      <SupportLine orderNo={order.orderNo} />
      <p className="flex flex-wrap justify-center gap-3 print:hidden">
        {waiting && (
          <UiLink href={balancePayHref(waiting)} className={buttonClass({ variant: payable ? 'ghost' : 'primary' })}>
            {t('topUp.toOrder')}
          </UiLink>
        )}
        <UiLink
          href="/my-account#balance"
          className={buttonClass({ variant: payable || waiting ? 'ghost' : 'primary' })}
        >
          {t('nav.balance')}
        </UiLink>
        {!payable && (
          <UiLink href="/my-balance" className={buttonClass()}>
            {t('topUp.again')}
          </UiLink>
        )}
        <UiLink href="/" className={buttonClass({ variant: 'ghost' })}>
          {t('pay.result.home')}
        </UiLink>
      </p>
    </div>
  )
}

/** Where the words for orders speak of keys. */
function wordsOf(state: ResultState, t: ReturnType<typeof useMemberWords>, amount: string) {
  switch (state) {
    case 'delivered':
      return { title: t('topUp.done'), text: t('topUp.doneText', { amount }) }
    case 'waiting':
      return { text: t('topUp.waitText', { amount }) }
    case 'underWay':
      return { text: t('topUp.underWayText', { amount }) }
    case 'failed':
    case 'abandoned':
    case 'attemptExpired':
      return { text: t('topUp.failedText') }
    case 'paid':
    case 'processing':
      return { title: t('topUp.checkTitle'), text: t('topUp.checkText', { amount }) }
    case 'goingBack':
      return { text: t('pay.state.refunded.text') }
    case 'cancelled':
    case 'expired':
      return { text: t('topUp.endedText') }
    default:
      return undefined
  }
}

function Facts({ order, paid }: { order: TopUpResultProps['order']; paid: boolean }) {
  const t = useMemberWords()
  const when = sayMoment(order.addTime, t.tag)
  const { amounts } = order
  const facts: [label: string, value: string, kind?: 'code' | 'total'][] = [
    [t('order.number'), order.orderNo, 'code'],
    [t('order.placed'), when],
    [t(paid ? 'order.paidWith' : 'order.method'), order.paymentName],
    [t('nav.balance'), `+${dollars(order.topUp)}`],
    ...(fromMajor(amounts.fee) > 0 ? [[t('checkout.fee'), dollars(amounts.fee)] as [string, string]] : []),
    [`${t('checkout.total')} ${order.currencyType}`, dollars(amounts.total), 'total'],
    ...(order.refunded > 0 ? [[t('order.refunded'), dollars(order.refunded)] as [string, string]] : []),
  ]
  return (
    <Card as="section" padding="lg" aria-label={t('topUp.goods', { amount: `\u2066${dollars(order.topUp)}\u2069` })}>
      <dl className="grid gap-3">
        {facts.map(([label, value, kind]) => (
          <div
            key={label}
            className={`flex flex-wrap items-baseline justify-between gap-x-4 ${kind === 'total' ? 'border-t border-line pt-3 text-lg font-medium' : ''}`}
          >
            <dt className={kind === 'total' ? '' : 'text-muted'}>{label}</dt>
            <dd className="figures">
              <bdi className={kind === 'code' ? 'font-mono select-all' : ''}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
