// /office/today: what needs attention, then how the day goes.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { STOCK_STATES } from '#rooms/keys/limits.ts'
import { useStockCounts } from '#rooms/keys/office/stock-counts.ts'
import { StockFailed } from '#rooms/keys/office/stock-failed.tsx'
import { sayMoney } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { sayRefusal, type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'

type Today = Awaited<ReturnType<typeof officeCall<'GET /office/today'>>>

export function TodayPage() {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  useTitle(t('today.title'), me?.shop)
  return (
    <>
      <h1 className="text-2xl">{t('today.title')}</h1>
      <FirstSteps />
      <Attention />
      <Stock />
      <StockFailed />
      {may('orders.read') && <Figures />}
    </>
  )
}

/** What runs low on keys, and what has some that nobody can buy. */
function Stock() {
  const t = useOfficeWords()
  const { data } = useStockCounts()
  if (!data || data.low.count + data.idle.count === 0) return null
  return (
    <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
      {STOCK_STATES.filter((state) => data[state].count > 0).map((state) => (
        <Link
          key={state}
          to="/keys/stock"
          search={{ state: state === 'low' ? undefined : state }}
          className={textLinkClass}
        >
          {t(`today.stock.${state}`, { count: data[state].count })}
        </Link>
      ))}
    </p>
  )
}

function Figures() {
  const t = useOfficeWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['today'],
    queryFn: ({ signal }) => officeCall('GET /office/today', {}, { signal }),
    refetchInterval: 10_000,
  })
  if (!data && error)
    return (
      <ErrorState
        title={sayRefusal(t, error)}
        retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
      />
    )
  if (!data)
    return (
      <SkeletonGroup label={t('frame.loading')} className="mt-8">
        <SkeletonBlock className="h-28" />
      </SkeletonGroup>
    )
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t('today.money')}</h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Figure label={t('today.orders')} of={data} say={({ orders }) => count(t, orders)} />
        <Figure label={t('today.revenue')} of={data} say={({ revenue }) => sayMoney(t, revenue, 'USD')} />
        <Figure
          label={t('today.margin')}
          of={data}
          say={({ margin }) => (margin === null ? NOTHING : sayMoney(t, margin, 'USD'))}
        />
        <Figure label={t('today.refunded')} of={data} say={({ refunded }) => sayMoney(t, refunded, 'USD')} />
        <Figure label={t('today.visitors')} of={data} say={({ visitors }) => count(t, visitors)} />
        <Figure label={t('today.conversion')} of={data} say={(day) => conversion(t, day)} />
        <Figure label={t('today.deliveryP50')} of={data} say={({ deliveryP50 }) => seconds(t, deliveryP50)} />
        <Figure label={t('today.deliveryP95')} of={data} say={({ deliveryP95 }) => seconds(t, deliveryP95)} />
      </ul>
      {data.waitingForKeys > 0 && (
        <p className="mt-3">
          <Link to="/orders" search={{ status: 'Processing' }} className={textLinkClass}>
            {t('today.waitingForKeys', { count: data.waitingForKeys })}
          </Link>
        </p>
      )}
      <p className="mt-3 text-xs text-muted">{t('today.days', { zone: data.zone })}</p>
      <p className="mt-1 text-xs text-muted">
        {t('today.marginWhat')}
        {data.today.withoutCost > 0 && <> {t('today.withoutCost', { count: data.today.withoutCost })}</>}{' '}
        {t('today.conversionWhat')}
      </p>
    </section>
  )
}

const count = (t: TranslateOffice, value: number) =>
  new Intl.NumberFormat(t.tag, { numberingSystem: 'latn' }).format(value)

/** Instead of a figure that does not exist. */
const NOTHING = '–'

/** Orders by visitors; where nobody was counted there is nothing to compare with. */
function conversion(t: TranslateOffice, { orders, visitors }: Today['today']): string {
  if (visitors === 0) return NOTHING
  const how = { style: 'percent', maximumFractionDigits: 1, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(t.tag, how).format(orders / visitors)
}

/** Of what was not delivered nothing is said. */
function seconds(t: TranslateOffice, value: number | null): string {
  if (value === null) return NOTHING
  const how = {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    numberingSystem: 'latn',
    maximumFractionDigits: 1,
  } as const
  return new Intl.NumberFormat(t.tag, how).format(value)
}

function Figure({ label, of, say }: { label: string; of: Today; say: (day: Today['today']) => ReactNode }) {
  const t = useOfficeWords()
  return (
    <li>
      <Card padding="none" className="h-full p-4">
        <h3 className="text-sm font-normal text-muted">{label}</h3>
        <p className="figures mt-1 text-xl font-semibold">{say(of.today)}</p>
        <dl className="figures mt-2 grid grid-cols-[1fr_auto] gap-x-3 text-xs text-muted *:even:text-end">
          <dt>{t('today.yesterday')}</dt>
          <dd>{say(of.yesterday)}</dd>
          <dt>{t('today.weekAgo')}</dt>
          <dd>{say(of.weekAgo)}</dd>
        </dl>
      </Card>
    </li>
  )
}
