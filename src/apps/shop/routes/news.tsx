import { createFileRoute } from '@tanstack/react-router'
import { NewsListPage } from '#rooms/content/ui/news-list-page.tsx'
import { loadNews, newsHead, pageOf } from '#rooms/content/ui/news-route.ts'
import { newsSearch } from '../page-search.ts'

export const Route = createFileRoute('/news')({
  validateSearch: newsSearch,
  loaderDeps: ({ search }) => ({ page: pageOf(search.page) }),
  loader: ({ deps, abortController: { signal } }) => loadNews(deps.page, signal),
  head: ({ loaderData, match, matches }) => newsHead(loaderData ?? { page: 1 }, { match, matches }),
  component: News,
})

function News() {
  const { page, news } = Route.useLoaderData()
  return <NewsListPage page={page} news={news} />
}
