// /office/catalogue/sellers: who sells, with how much of it is on sale.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Plus, Store } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { rememberList } from '#rooms/staff/office/last-list.ts'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_SELLER_NAME } from '../limits.ts'
import { ToCatalogue } from './to-catalogue.tsx'

const route = getRouteApi('/frame/catalogue/sellers')

export type SellersList = Awaited<ReturnType<typeof officeCall<'GET /office/sellers'>>>
type Row = SellersList['rows'][number]

/** The page of a seller leads back to the list that was looked at last. */
export const sellersSeen = rememberList<{ after: string }>()

export function SellersPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  const { after } = route.useSearch()
  sellersSeen.note({ after })
  useTitle(t('shelves.sellers'), me?.shop)
  const list = useQuery({
    queryKey: ['sellers', after],
    queryFn: ({ signal }) => officeCall('GET /office/sellers', { query: { after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  return (
    <>
      <ToCatalogue />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('shelves.sellers')}</h1>
        {may('catalogue.write') && <NewSeller />}
      </div>
      <Listing list={list}>{(data) => <Found {...data} />}</Listing>
    </>
  )
}

function Found({ rows, next }: SellersList) {
  const t = useOfficeWords()
  const { after } = route.useSearch()
  if (rows.length === 0)
    return (
      <EmptyState icon={<Store size={24} />} title={t('shelves.noSellers')}>
        <p>{t('catalogue.nothingHint')}</p>
      </EmptyState>
    )
  return (
    <>
      <ul className="mt-4 max-w-4xl">
        {rows.map((seller) => (
          <li key={seller.id} className="border-b border-line py-2">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                to="/catalogue/sellers/$id"
                params={{ id: String(seller.id) }}
                data-seller={seller.id}
                className={`${textLinkClass} inline-flex min-h-6 min-w-0 items-center break-words`}
              >
                <bdi className="min-w-0">{seller.name}</bdi>
              </Link>
              <SellerBadge seller={seller} />
            </span>
            <span className="figures block text-sm text-muted">
              {t('shelves.onSale', { count: sayCount(t, seller.onSale) })}
              {seller.offSale.count > 0 && ` · ${t('shelves.offSale', { count: sayCount(t, seller.offSale) })}`}
            </span>
          </li>
        ))}
      </ul>
      <Pager
        first={Boolean(after) && { to: '/catalogue/sellers' }}
        next={Boolean(next) && { to: '/catalogue/sellers', search: { after: next } }}
      />
    </>
  )
}

export function SellerBadge({ seller: { isShop, closedAt } }: { seller: Pick<Row, 'isShop' | 'closedAt'> }) {
  const t = useOfficeWords()
  if (isShop) return <Badge>{t('shelves.theShop')}</Badge>
  return closedAt ? <Badge tone="warn">{t('shelves.closed')}</Badge> : null
}

/** `1,000+` */
export const sayCount = (t: TranslateOffice, { count, isMore }: Row['onSale']) =>
  `${new Intl.NumberFormat(t.tag, { numberingSystem: 'latn' }).format(count)}${isMore ? '+' : ''}`

function NewSeller() {
  const t = useOfficeWords()
  const navigate = useNavigate()
  return (
    <Act
      label={t('shelves.acts.seller')}
      explain={t('shelves.acts.sellerWhat')}
      icon={<Plus size={18} />}
      variant="primary"
      asksReason={false}
      schema={async () => (await import('./forms.ts')).SellerForm}
      fields={(field) => (
        <TextField
          {...field('name')}
          label={t('catalogue.field.name')}
          maxLength={LONGEST_SELLER_NAME}
          autoComplete="off"
          required
        />
      )}
      send={async (body) => {
        const { id } = await actCall('POST /office/sellers', { body })
        await navigate({ to: '/catalogue/sellers/$id', params: { id: String(id) } })
      }}
      done={t('shelves.acts.newDone')}
    />
  )
}
