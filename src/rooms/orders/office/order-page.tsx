// /office/orders/…: one order with everything that belongs to it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { ActsAbout } from '#rooms/staff/office/act.tsx'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { sayMoment, sayMoney } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { isErased } from '../rules.ts'
import { lastList } from './last-list.ts'
import type { Order } from './order.ts'
import { OrderActs } from './order-acts.tsx'
import { Refunds } from './refunds.tsx'
import { sayHeld, sayState } from './say-reason.ts'
import { StatusBadge } from './status-badge.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/frame/orders/$id')

export function OrderPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => officeCall('GET /office/orders/{id}', { params: { id } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={order}
      back={
        <Link to="/orders" search={lastList()} className={backClass}>
          <Back>{t('orders.title')}</Back>
        </Link>
      }
      titleOf={({ orderNo }) => t('order.title', { number: orderNo })}
      none={{ title: t('order.none'), hint: t('order.noneHint') }}
    >
      {(data) => <Shown order={data} />}
    </OneThing>
  )
}

function Shown({ order }: { order: Order }) {
  const t = useOfficeWords()
  const money = (amount: number) => sayMoney(t, amount, order.currency)
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-mono text-2xl">{order.orderNo}</h1>
        <StatusBadge status={order.status} isHeld={order.isHeld} />
      </div>
      {order.holds.map((hold) => (
        <Held key={`${hold.reason} ${hold.paymentId}`} hold={hold} />
      ))}
      <ActsAbout value={`order ${order.id}`}>
        <OrderActs order={order} />
      </ActsAbout>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('order.bought')}>
            <Lines order={order} money={money} />
            <Sums order={order} money={money} />
          </Section>
          <Section title={t('order.payments')}>
            <Payments order={order} />
          </Section>
          {order.refunds.length > 0 && (
            <Section title={t('order.refunds')}>
              <Refunds refunds={order.refunds} />
            </Section>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('order.buyer')}>
            <Buyer order={order} />
          </Section>
          <Section title={t('order.timeline')}>
            <Timeline order={order} />
          </Section>
          <Section title={t('audit.history')}>
            <AuditHistory kind="order" id={order.id} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** Why it waits for a person. */
function Held({ hold: { reason, since, by, why } }: { hold: Order['holds'][number] }) {
  const t = useOfficeWords()
  const way = `order.heldWay.${reason.replace(' ', '_')}`
  return (
    <Notice tone="warn" className="mt-4" title={sayHeld(t, reason)}>
      {t.knows(way) && <p>{t(way)}</p>}
      {why && (
        <p className="break-words">
          <bdi>{by ? `${by}: ${why}` : why}</bdi>
        </p>
      )}
      <time dateTime={since}>{sayMoment(t, since)}</time>
    </Notice>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="p-4 sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  )
}

function Lines({ order, money }: { order: Order; money: (amount: number) => string }) {
  const t = useOfficeWords()
  if (order.lines.length === 0) return <p className="mt-3 text-muted">{t('orders.topUp')}</p>
  return (
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 break-words">
      {order.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
        <li key={at} className="flex justify-between gap-4 border-b border-line pb-2">
          <span className="min-w-0">
            <bdi>{line.name}</bdi>
            {line.label && (
              <span className="block text-sm text-muted">
                <bdi>{line.label}</bdi>
              </span>
            )}
          </span>
          <span className="figures shrink-0 text-end">
            {money(line.total)}
            <span className="block text-sm text-muted">
              {line.quantity} × {money(line.unit)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Sums({ order, money }: { order: Order; money: (amount: number) => string }) {
  const t = useOfficeWords()
  const { goods, discount, coupon, fee, service, total } = order.amounts
  const isPaidOtherwise = order.paid.some(({ amount, currency }) => amount !== total || currency !== order.currency)
  const parts = [
    ['goods', goods],
    ['discount', -discount],
    ['coupon', -coupon],
    ['fee', fee],
    ['service', service],
  ] as const
  return (
    <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm text-muted *:even:text-end">
      {parts.flatMap(([name, amount]) =>
        amount === 0 && name !== 'goods'
          ? []
          : [<dt key={name}>{t(`order.${name}`)}</dt>, <dd key={`${name} amount`}>{money(amount)}</dd>],
      )}
      <dt className="text-base font-semibold text-ink">{t('orders.total')}</dt>
      <dd className="text-base font-semibold text-ink">{money(total)}</dd>
      {isPaidOtherwise && (
        <>
          <dt className="text-ink">{t('order.paid')}</dt>
          <dd className="text-ink">
            {order.paid.map(({ amount, currency }) => sayMoney(t, amount, currency)).join(' + ')}
          </dd>
        </>
      )}
    </dl>
  )
}

function Payments({ order }: { order: Order }) {
  const t = useOfficeWords()
  if (order.payments.length === 0) return <p className="mt-3 text-muted">{t('order.noPayments')}</p>
  return (
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 break-words">
      {order.payments.map((payment) => (
        <li key={payment.id} className="grid gap-0.5 border-b border-line pb-3 text-sm last:border-0 last:pb-0">
          <p className="flex justify-between gap-4">
            <span className="font-medium">
              {sayProvider(t, payment.provider)} · {sayState(t, payment.state)}
            </span>
            <span className="figures">{sayMoney(t, payment.amount, payment.currency)}</span>
          </p>
          {payment.refunded > 0 && (
            <p className="figures text-muted">
              {t('order.refunded', { amount: sayMoney(t, payment.refunded, payment.currency) })}
            </p>
          )}
          <p className="text-muted">
            <time dateTime={payment.startedAt}>{sayMoment(t, payment.startedAt)}</time>
          </p>
          {payment.reference && <p className="font-mono text-xs break-all text-muted">{payment.reference}</p>}
        </li>
      ))}
    </ul>
  )
}

function Buyer({ order }: { order: Order }) {
  const t = useOfficeWords()
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm break-words *:odd:text-muted">
      <dt>{t('order.email')}</dt>
      {isErased({ deliveryEmail: order.email }) ? (
        <dd>{t('order.erased')}</dd>
      ) : (
        <>
          <dd className="min-w-0 break-all">
            <Link to="/orders" search={{ q: order.email }} className={textLinkClass}>
              <bdi>{order.email}</bdi>
            </Link>
          </dd>
          <dt>{t('order.member')}</dt>
          <dd>{order.username ? <bdi>{order.username}</bdi> : t('order.guest')}</dd>
        </>
      )}
      <dt>{t('order.language')}</dt>
      <dd>{findLocale(order.locale)?.name ?? order.locale}</dd>
      {order.note && (
        <>
          <dt>{t('order.note')}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap">
            <bdi>{order.note}</bdi>
          </dd>
        </>
      )}
    </dl>
  )
}
