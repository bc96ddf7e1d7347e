// /office/keys/stock: what runs low on keys, and what has some that nobody can buy. The address is the list's only state.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Back, backClass } from '#rooms/staff/office/one-thing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMayGo, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { STOCK_STATES, type StockState } from '../limits.ts'
import { lastList } from './last-list.ts'
import { sayLasts } from './lasts.ts'
import { useStockCounts } from './stock-counts.ts'
import { StockFailed } from './stock-failed.tsx'

const route = getRouteApi('/frame/keys/stock')

type Stocks = Awaited<ReturnType<typeof officeCall<'GET /office/stock'>>>
type Row = Stocks['rows'][number]

function useWanted() {
  const { state, after } = route.useSearch()
  return { state: STOCK_STATES.find((each) => each === state) ?? ('low' as const), after }
}

export function StockPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('keys.stock.title'), me?.shop)
  const wanted = useWanted()
  const list = useQuery({
    queryKey: ['stock', wanted],
    queryFn: ({ signal }) => officeCall('GET /office/stock', { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: wanted.after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <Link to="/keys" search={lastList()} className={backClass}>
        <Back>{t('keys.title')}</Back>
      </Link>
      <h1 className="mt-2 text-2xl">{t('keys.stock.title')}</h1>
      <Withheld />
      <States />
      <StockFailed />
      <p className="mt-2 max-w-prose text-sm text-muted">{t(`keys.stock.${wanted.state}What`)}</p>
      <Listing list={list}>{(data) => <Found {...data} state={wanted.state} />}</Listing>
    </>
  )
}

/** After a restore: what waits until somebody knows whether it was sold since. */
function Withheld() {
  const t = useOfficeWords()
  const may = useMay()
  const { data: counts } = useStockCounts()
  if (!counts || counts.withheld.count === 0) return null
  const { count, isMore } = counts.withheld
  return (
    <Notice tone="warn" className="mt-4" title={t('today.alert.restore_withheld')}>
      <p>{t(isMore ? 'keys.stock.withheldMore' : 'keys.stock.withheld', { count })}</p>
      {may('vault.withdraw') && (
        <div className="mt-2">
          <Act
            size="sm"
            label={t('keys.acts.release')}
            explain={t('keys.acts.releaseWhat')}
            schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
            send={(body) => actCall('POST /office/keys/release', { body })}
            done={t('keys.acts.releaseDone')}
          />
        </div>
      )}
    </Notice>
  )
}

function States() {
  const t = useOfficeWords()
  const { state } = useWanted()
  const { data: counts } = useStockCounts()
  return (
    <div className="mt-4">
      <Choices
        label={t('keys.stock.title')}
        choices={STOCK_STATES.map((each) => ({
          key: each,
          label: t(`keys.stock.${each}`),
          isChosen: each === state,
          link: { to: '/keys/stock', search: { state: each === 'low' ? undefined : each } },
          end: counts && (
            <span className="figures text-xs">
              {counts[each].count}
              {counts[each].isMore && '+'}
            </span>
          ),
        }))}
      />
    </div>
  )
}

function Found({ rows, next, state }: Stocks & { state: StockState }) {
  const t = useOfficeWords()
  const { after } = useWanted()
  const search = { state: state === 'low' ? undefined : state }
  if (rows.length === 0)
    return (
      <EmptyState icon={<CircleCheck size={24} />} title={t(`keys.stock.${state}None`)}>
        <p>{t('keys.stock.noneHint')}</p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-stock]')}>
      <StockTable rows={rows} />
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li key={row.offerId} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-2.5 text-sm">
            <Named row={row} />
            <p className="figures text-muted">
              {t('catalogue.inStock', { count: row.stock })}
              {row.daysLeft !== null && ` · ${sayLasts(t, row.daysLeft)}`}
            </p>
            <WayOut row={row} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      <Pager
        first={Boolean(after) && { to: '/keys/stock', search }}
        next={Boolean(next) && { to: '/keys/stock', search: { ...search, after: next } }}
      />
    </div>
  )
}

const number = (t: TranslateOffice, count: number | null) =>
  count === null ? '–' : new Intl.NumberFormat(t.tag).format(count)

function StockTable({ rows }: { rows: readonly Row[] }) {
  const t = useOfficeWords()
  return (
    <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
      <caption className="sr-only">{t('keys.stock.title')}</caption>
      <thead>
        <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
          <th scope="col">{t('keys.product')}</th>
          {(['keys.left', 'keys.stock.lowAt', 'keys.stock.sold28', 'keys.stock.lasts'] as const).map((key) => (
            <th key={key} scope="col" className="text-end!">
              {t(key)}
            </th>
          ))}
          <th scope="col" title={zone()}>
            {t('keys.stock.since')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.offerId} className="border-b border-line *:px-2 *:py-1.5 hover:bg-tint">
            <td className="max-w-80">
              <Named row={row} />
            </td>
            <td className={`figures text-end ${row.stock === 0 ? 'font-semibold text-bad' : ''}`}>
              {number(t, row.stock)}
            </td>
            <td className="figures text-end text-muted">{number(t, row.lowAt)}</td>
            <td className="figures text-end">{number(t, row.sold28)}</td>
            <td className="figures text-end whitespace-nowrap">{sayLasts(t, row.daysLeft)}</td>
            <td className="figures whitespace-nowrap text-muted">
              <time dateTime={row.since}>{sayMoment(t, row.since)}</time>
            </td>
            <td className="text-end">
              <WayOut row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Named({ row }: { row: Row }) {
  const mayGo = useMayGo()
  const name = <bdi className="truncate">{row.product}</bdi>
  return (
    <div className="min-w-0">
      {mayGo('/catalogue') ? (
        <Link
          to="/catalogue/$id"
          params={{ id: String(row.productId) }}
          hash="versionsAndPrices"
          data-stock={row.offerId}
          className={`${textLinkClass} inline-flex min-h-6 max-w-full items-center`}
        >
          {name}
        </Link>
      ) : (
        <span className="flex min-h-6 items-center">{name}</span>
      )}
      <span className="block truncate text-xs text-muted">
        <span className="font-mono">{row.skuCode}</span>
        {!row.isShop && <bdi> · {row.seller}</bdi>}
      </span>
    </div>
  )
}

/** More keys for the shop's own offer; of another seller's a command brings them. */
function WayOut({ row }: { row: Row }) {
  const t = useOfficeWords()
  const may = useMay()
  if (!row.isShop || !may('vault.import')) return null
  return (
    <Link to="/keys/import" search={{ sku: row.skuCode }} className={buttonClass({ size: 'sm' })}>
      {t('keys.import')}
    </Link>
  )
}
