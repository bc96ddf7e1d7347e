import { type ReactNode, useEffect, useRef } from 'react'
import { LoadError } from '#browser/load-error.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { BuyNowButton } from '#rooms/products/ui/page/buy-now-button.tsx'
import { ProductGrid } from '#rooms/products/ui/product-grid.tsx'
import { cx } from '#ui/class-names.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { ProductConditions } from '../../contract.ts'
import { countChosen, type Filters, listHref, PAGE_SIZES } from '../../filters.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { PageSizeSelect, SortSelect } from './list-controls.tsx'
import { ListEmpty } from './list-empty.tsx'
import type { LoadedList } from './load-list.ts'
import { useFilters } from './use-filters.ts'

type ProductListProps = {
  path: string
  /** What `list` answers. */
  filters: Filters
  list: LoadedList
  /** Where no filter is the reason that there is nothing. */
  empty: ReactNode
}

const FORM = 'filters'

/** Filters at the side, results beside them; of a category or of a search. */
export function ProductList({ path, filters: shown, list, empty }: ProductListProps) {
  const t = useWords()
  const { filters, updating, change } = useFilters(path, shown)
  const { rows, total, failed } = list
  const conditions = useLastConditions(path, list)
  const pageCount = Math.ceil(total / shown.size)
  const results = useFocusAfterChange(shown)
  // Nothing that could be narrowed or sorted.
  if (total === 0 && countChosen(shown) === 0 && !failed) return empty
  return (
    <div className="grid gap-x-8 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)]">
      <aside aria-label={t('list.filters')} className="hidden lg:block noscript:mb-8 noscript:block">
        {conditions && <FilterForm id={FORM} path={path} filters={filters} conditions={conditions} onChange={change} />}
      </aside>
      <section aria-label={t('list.results')} aria-busy={updating} className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p
            ref={results}
            tabIndex={-1}
            role="status"
            className="figures order-last w-full text-muted sm:order-none sm:w-auto"
          >
            {!failed && t('list.found', { count: total })}
          </p>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 sm:flex-initial">
            <div className="lg:hidden noscript:hidden">
              {conditions && (
                <FilterButton path={path} filters={filters} conditions={conditions} total={total} onChange={change} />
              )}
            </div>
            <SortSelect filters={filters} form={FORM} onChange={change} />
          </div>
        </div>
        <div className="mt-3 mb-4">
          {conditions && <ChosenFilters path={path} filters={filters} conditions={conditions} />}
        </div>
        <div className={cx('transition-opacity', updating && 'opacity-50 delay-100')}>
          {failed ? (
            <LoadError unreachable={failed === 'offline'} headingLevel={2} />
          ) : rows.length > 0 ? (
            <ProductGrid
              narrow
              headingLevel={2}
              cards={rows}
              priorityCount={4}
              action={(card) => card.inStock && <BuyNowButton card={card} />}
            />
          ) : (
            <ListEmpty path={path} filters={shown} total={total} pageCount={pageCount} />
          )}
        </div>
        {total > 0 && rows.length > 0 && (
          <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
            <Pagination
              page={shown.page}
              pageCount={pageCount}
              href={(page) => listHref(path, { ...shown, page })}
              labels={{
                nav: t('list.pages.nav'),
                previous: t('list.pages.previous'),
                next: t('list.pages.next'),
                page: (page) => t('list.pages.page', { page }),
                position: t('list.pages.position', { page: shown.page, total: pageCount }),
              }}
            />
            {total > PAGE_SIZES[0] && <PageSizeSelect filters={filters} form={FORM} onChange={change} />}
          </div>
        )}
      </section>
    </div>
  )
}

/** A list that failed keeps the filters of the one before, so that the choice that led there can be taken back. */
function useLastConditions(path: string, { conditions }: LoadedList): ProductConditions | undefined {
  const last = useRef({ path, conditions })
  useEffect(() => {
    if (conditions) last.current = { path, conditions }
  }, [path, conditions])
  return conditions ?? (last.current.path === path ? last.current.conditions : undefined)
}

/**
 * After a new page the focus goes to the count above it, as after a link to any page; after a choice only where what was
 * focused has gone (a removed chip), so that it is never lost.
 */
function useFocusAfterChange(shown: Filters) {
  const results = useRef<HTMLParagraphElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    const turned = before.current.page !== shown.page
    before.current = shown
    const focused = document.activeElement
    const inside = focused?.closest('nav, form, dialog, select')
    if (!focused || focused === document.body || (turned && inside?.tagName === 'NAV'))
      results.current?.focus({ preventScroll: true })
  }, [shown])
  return results
}
