import { createFileRoute, redirect } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import type { NavigationCategory } from '#rooms/products/wire.ts'
import { canonicalSearch, countChosen, listHref, PAGE_SIZES, parseFilters } from '#rooms/search/filters.ts'
import { CategoryPage } from '#rooms/search/ui/list/category-page.tsx'
import { ListSkeleton } from '#rooms/search/ui/list/list-skeleton.tsx'
import { findCategory } from '#rooms/search/ui/list/load-category.ts'
import { loadList } from '#rooms/search/ui/list/load-list.ts'

export const Route = createFileRoute('/$category/')({
  validateSearch: canonicalSearch,
  loaderDeps: ({ search }) => canonicalSearch(search),
  loader: async ({ params, deps, location, parentMatchPromise, cause, abortController }) => {
    const filters = parseFilters(deps)
    const { navigation = [], currencies = [] } = (await parentMatchPromise).loaderData ?? {}
    // The shop's own shelves are known: their list need not wait for the answer who they are.
    const known = idOf(params.category, navigation)
    const [category, early] = await Promise.all([
      findCategory(params.category, abortController.signal),
      known === undefined ? undefined : loadList(filters, known, currencies, { cause, abortController }),
    ])
    // Specification §8: an unknown category leads home.
    if (!category) throw redirect({ to: '/', statusCode: 302 })
    if (category.slug !== params.category) {
      throw redirect({ href: `/${category.slug}${location.searchStr}`, statusCode: 301 })
    }
    return {
      category,
      filters,
      list: early ?? (await loadList(filters, category.id, currencies, { cause, abortController })),
    }
  },
  head: ({ loaderData, match, matches }) => {
    if (!loaderData) return {}
    const { category, filters, list } = loaderData
    const t = translator(match.context.locale)
    const { name, slug, ancestors } = category
    const parent = ancestors.at(-1)
    // Narrowed and sorted lists are the same shelf to a search engine; its pages are not, as long as they are numbered by
    // its own order and length: page 2 of another order is not what stands at page 2.
    const own = countChosen(filters) === 0 && filters.sort === 0 && filters.size === PAGE_SIZES[0]
    const { page } = own ? filters : { page: 1 }
    // Behind the last page there is none.
    const exists = list.rows.length > 0 || filters.page === 1
    return pageHead(
      { match, matches },
      {
        path: exists ? listHref(`/${slug}`, { ...parseFilters({}), page }) : undefined,
        meta: headTexts(
          matches,
          'page_product_list',
          {
            title: t(page > 1 ? 'list.head.titlePage' : 'list.head.title', {
              name: parent ? `${name} · ${parent.name}` : name,
              page,
            }),
            description: t('list.head.description', { name, count: list.total }),
          },
          { name, page: String(page) },
        ),
        about: { kind: 'category', category, ...list, first: (filters.page - 1) * filters.size + 1 },
      },
    )
  },
  pendingComponent: ListSkeleton,
  component: Category,
})

function Category() {
  const { category, filters, list } = Route.useLoaderData()
  return <CategoryPage category={category} filters={filters} list={list} />
}

function idOf(slug: string, navigation: NavigationCategory[]): number | undefined {
  return navigation.flatMap((top) => [top, ...top.children]).find((one) => one.slug === slug)?.id
}
