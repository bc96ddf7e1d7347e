// /office/catalogue: all products. The address is the list's only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { useColumns } from '#rooms/staff/office/list-kept.ts'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { ListTools } from '#rooms/staff/office/list-tools.tsx'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { LONGEST_PRODUCT_SEARCH } from '../limits.ts'
import { BulkBar } from './bulk-bar.tsx'
import { noteList } from './last-list.ts'
import { type ProductsSearch, STATES } from './list.ts'
import { OtherPages } from './other-pages.tsx'
import { COLUMNS, FIRST, ProductsTable } from './products-table.tsx'
import { useSelection } from './selection.ts'
import { categoryOptions, useShelves } from './shelves.ts'

const route = getRouteApi('/frame/catalogue')

const OTHERS = LOCALES.filter(({ code }) => code !== 'en-US')

/** What the address says, as the calls take it; a state that is none is none. */
function useFilter() {
  const { state, category, lacks, q, sort, columns, after } = route.useSearch()
  return {
    columns,
    filter: {
      state: STATES.find((each) => each === state),
      category,
      lacks: OTHERS.find(({ code }) => code === lacks)?.code,
      q: q || undefined,
    },
    sort: sort === 'name' ? ('name' as const) : undefined,
    after,
  }
}

export function ProductsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('catalogue.title'), me?.shop)
  const { filter, sort, columns, after } = useFilter()
  noteList({ ...filter, sort, columns, after })
  const list = useQuery({
    queryKey: ['products', filter, sort, after],
    queryFn: ({ signal }) => officeCall('GET /office/products', { query: { ...filter, sort, after } }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('catalogue.title')}</h1>
        <Count isReady={list.isSuccess && !list.isPlaceholderData} />
        <Tools />
      </div>
      <Search />
      <OtherPages />
      <Filters />
      <Listing list={list}>{(data) => <Found {...data} />}</Listing>
    </>
  )
}

const useShown = () => useColumns('products', FIRST, COLUMNS, useFilter().columns)

function Tools() {
  const { filter, sort, columns } = useFilter()
  return (
    <ListTools
      list="products"
      search={{ ...filter, sort }}
      asked={columns}
      columns={COLUMNS}
      shown={useShown()}
      first={FIRST}
    />
  )
}

const useCount = (filter: ReturnType<typeof useFilter>['filter'], isReady: boolean) =>
  useQuery({
    queryKey: ['products', 'count', filter],
    queryFn: ({ signal }) => officeCall('GET /office/products/count', { query: filter }, { signal }),
    enabled: isReady,
  })

/** Comes after the rows, which it would hold up. */
function Count({ isReady }: { isReady: boolean }) {
  const t = useOfficeWords()
  const { filter } = useFilter()
  const { data } = useCount(filter, isReady)
  return (
    <p className="figures me-auto min-h-lh text-sm text-muted" role="status">
      {data && t(data.isMore ? 'catalogue.more' : 'catalogue.count', { count: data.count })}
    </p>
  )
}

function Search() {
  const t = useOfficeWords()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ListSearch
      q={q}
      label={t('catalogue.search')}
      placeholder={t('catalogue.searchHint')}
      button={t('catalogue.find')}
      maxLength={LONGEST_PRODUCT_SEARCH}
      // Whoever looks for something looks among all: a filter that hides it would be taken for an answer.
      onSearch={(typed) =>
        void navigate({
          search: ({ state, category, lacks, sort, columns }) =>
            typed ? { q: typed, columns } : { state, category, lacks, sort, columns },
        })
      }
    />
  )
}

function Filters() {
  const t = useOfficeWords()
  const { filter, sort, columns } = useFilter()
  const navigate = route.useNavigate()
  const { data: shelves } = useShelves()
  return (
    <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
      <Choices
        label={t('catalogue.byState')}
        choices={[undefined, ...STATES].map((state) => ({
          key: state ?? 'all',
          label: t(state ? `catalogue.states.${state}` : 'catalogue.all'),
          isChosen: state === filter.state,
          link: { to: '/catalogue', search: { ...filter, sort, columns, state } },
        }))}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('catalogue.category')}
          hideLabel
          value={filter.category ?? ''}
          onChange={({ target }) =>
            void navigate({
              search: { ...filter, sort, columns, category: target.value ? Number(target.value) : undefined },
            })
          }
        >
          <option value="">{t('catalogue.allCategories')}</option>
          {categoryOptions(t, shelves)}
        </SelectField>
        <SelectField
          label={t('catalogue.lacks')}
          hideLabel
          value={filter.lacks ?? ''}
          onChange={({ target }) =>
            void navigate({ search: { ...filter, sort, columns, lacks: target.value || undefined } })
          }
        >
          <option value="">{t('catalogue.lacksAny')}</option>
          {OTHERS.map(({ code, name }) => (
            <option key={code} value={code}>
              {t('catalogue.lacksIn', { language: name })}
            </option>
          ))}
        </SelectField>
        {!filter.q && (
          <Choices
            label={t('catalogue.sort')}
            choices={([undefined, 'name'] as const).map((each) => ({
              key: each ?? 'changed',
              label: t(each ? 'catalogue.byName' : 'catalogue.byChange'),
              isChosen: each === sort,
              link: { to: '/catalogue', search: { ...filter, columns, sort: each } },
            }))}
          />
        )}
      </div>
    </div>
  )
}

type List = Awaited<ReturnType<typeof officeCall<'GET /office/products'>>>

function Found({ rows, next }: List) {
  const t = useOfficeWords()
  const { filter, sort, columns, after } = useFilter()
  const shown = useShown()
  const may = useMay()
  const selection = useSelection(filter)
  const { data: counted } = useCount(filter, !selection.isEmpty)
  const isNarrowed = Boolean(filter.q || filter.state || filter.category || filter.lacks || after)
  if (rows.length === 0)
    return (
      <EmptyState icon={<PackageOpen size={24} />} title={t(isNarrowed ? 'catalogue.nothing' : 'catalogue.none')}>
        <p>{t(isNarrowed ? 'catalogue.nothingHint' : 'catalogue.noneHint')}</p>
      </EmptyState>
    )
  const search: ProductsSearch = { ...filter, sort, columns }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-product]')}>
      <ProductsTable
        rows={rows}
        shown={shown}
        selection={may('catalogue.write') || may('prices.write') ? selection : undefined}
      />
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      <Pager
        first={Boolean(after) && { to: '/catalogue', search: search }}
        next={Boolean(next) && { to: '/catalogue', search: { ...search, after: next } }}
      />
      <BulkBar selection={selection} total={counted ? `${counted.count}${counted.isMore ? '+' : ''}` : ''} />
    </div>
  )
}
