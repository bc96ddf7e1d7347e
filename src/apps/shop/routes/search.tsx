import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { canonicalSearch, parseFilters } from '#rooms/search/filters.ts'
import { ListSkeleton } from '#rooms/search/ui/list/list-skeleton.tsx'
import { loadList } from '#rooms/search/ui/list/load-list.ts'
import { SearchPage } from '#rooms/search/ui/list/search-page.tsx'

export const Route = createFileRoute('/search')({
  validateSearch: canonicalSearch,
  loaderDeps: ({ search }) => canonicalSearch(search),
  loader: async ({ deps, parentMatchPromise, cause, abortController }) => {
    const filters = parseFilters(deps)
    const { currencies = [] } = (await parentMatchPromise).loaderData ?? {}
    return { filters, list: await loadList(filters, undefined, currencies, { cause, abortController }) }
  },
  head: ({ loaderData, match, matches }) => {
    const t = translator(match.context.locale)
    const name = loaderData?.filters.name
    const title = name ? t('list.head.search', { name }) : t('list.head.title', { name: t('list.search.all') })
    return pageHead({ match, matches }, { meta: [{ title }] })
  },
  pendingComponent: ListSkeleton,
  component: Search,
})

function Search() {
  const { filters, list } = Route.useLoaderData()
  return <SearchPage filters={filters} list={list} />
}
