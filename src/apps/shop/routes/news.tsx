import { createFileRoute } from '@tanstack/react-router'
import { NewsListPage } from '#rooms/content/ui/news-list-page.tsx'
import { loadNews, pageOf } from '#rooms/content/ui/news-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { pagedSearch } from '../page-search.ts'

export const Route = createFileRoute('/news')({
  validateSearch: pagedSearch,
  loaderDeps: ({ search }) => ({ page: pageOf(search.page) }),
  loader: ({ deps, abortController: { signal } }) => loadNews(deps.page, signal),
  head: async (of) => {
    const { newsHead } = await import('#rooms/content/ui/news-head.ts')
    return pageHead(of, newsHead(of.loaderData ?? { page: 1 }, of.match.context.locale))
  },
  component: News,
})

function News() {
  const { page, news } = Route.useLoaderData()
  return <NewsListPage page={page} news={news} />
}
