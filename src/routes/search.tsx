import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { canonicalSearch, parseFilters } from '#shop/catalog/filters.ts'
import { loadList } from '#shop/catalog/ui/load-list.ts'
import { SearchPage } from '#shop/catalog/ui/search-page.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: canonicalSearch,
  loaderDeps: ({ search }) => canonicalSearch(search),
  loader: async ({ deps, parentMatchPromise, abortController: { signal } }) => {
    const filters = parseFilters(deps)
    const { currencies = [] } = (await parentMatchPromise).loaderData ?? {}
    return { filters, list: await loadList(filters, undefined, currencies, signal) }
  },
  head: ({ loaderData, match: { context } }) => {
    const t = translator(context.locale)
    const name = loaderData?.filters.name
    const title = name ? t('list.head.search', { name }) : t('list.head.title', { name: t('list.search.all') })
    return { meta: [{ title }, { name: 'robots', content: 'noindex' }] }
  },
  component: Search,
})

function Search() {
  const { filters, list } = Route.useLoaderData()
  return <SearchPage filters={filters} list={list} />
}
