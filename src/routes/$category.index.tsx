import { createFileRoute, redirect } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { CallRefused, call } from '#shop/calls.ts'
import type { CategoryInfo, NavigationCategory } from '#shop/catalog/contract.ts'
import { canonicalSearch, countChosen, listHref, parseFilters } from '#shop/catalog/filters.ts'
import { CategoryPage } from '#shop/catalog/ui/category-page.tsx'
import { loadList } from '#shop/catalog/ui/load-list.ts'
import { pageLinks } from '#shop/shell/page-links.ts'

export const Route = createFileRoute('/$category/')({
  validateSearch: canonicalSearch,
  loaderDeps: ({ search }) => canonicalSearch(search),
  loader: async ({ params, deps, location, parentMatchPromise, abortController: { signal } }) => {
    const filters = parseFilters(deps)
    const { navigation = [], currencies = [] } = (await parentMatchPromise).loaderData ?? {}
    // The shop's own shelves are known: their list need not wait for the answer who they are.
    const known = idOf(params.category, navigation)
    const [category, early] = await Promise.all([
      findCategory(params.category, signal),
      known === undefined ? undefined : loadList(filters, known, currencies, signal),
    ])
    // Specification §8: an unknown category leads home.
    if (!category) throw redirect({ to: '/', statusCode: 302 })
    if (category.urlName !== params.category) {
      throw redirect({ href: `/${category.urlName}${location.searchStr}`, statusCode: 301 })
    }
    return { category, filters, list: early ?? (await loadList(filters, category.id, currencies, signal)) }
  },
  head: ({ loaderData, match: { context } }) => {
    if (!loaderData) return {}
    const { category, filters, list } = loaderData
    const t = translator(context.locale)
    const { name, urlName, pName } = category
    // Narrowed and sorted lists are the same shelf to a search engine; its pages are not.
    const { page } = countChosen(filters) === 0 ? filters : { page: 1 }
    return {
      meta: [
        {
          title: t(page > 1 ? 'list.head.titlePage' : 'list.head.title', {
            name: pName ? `${name} · ${pName}` : name,
            page,
          }),
        },
        { name: 'description', content: t('list.head.description', { name, count: list.total }) },
      ],
      links: pageLinks(context, listHref(`/${urlName}`, { ...parseFilters({}), page })),
    }
  },
  component: Category,
})

function Category() {
  const { category, filters, list } = Route.useLoaderData()
  return <CategoryPage category={category} filters={filters} list={list} />
}

async function findCategory(name: string, signal: AbortSignal): Promise<CategoryInfo | undefined> {
  try {
    return await call('GET /api/product/category/info/name/{name}', { params: { name } }, { signal })
  } catch (error) {
    // 400: no category can have such a name.
    if (error instanceof CallRefused && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

function idOf(urlName: string, navigation: NavigationCategory[]): number | undefined {
  return navigation.flatMap((top) => [top, ...top.children]).find((one) => one.urlName === urlName)?.id
}
