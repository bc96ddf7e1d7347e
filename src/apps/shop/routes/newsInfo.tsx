import { createFileRoute } from '@tanstack/react-router'
import { ArticleLoading, ArticlePage } from '#rooms/content/ui/article-page.tsx'
import { loadArticle } from '#rooms/content/ui/news-route.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { articleSearch } from '../page-search.ts'

export const Route = createFileRoute('/newsInfo')({
  // The frame comes with the page's own file, not with every first visit.
  codeSplitGroupings: [['component', 'pendingComponent']],
  validateSearch: articleSearch,
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: ({ deps: { id }, abortController: { signal } }) => loadArticle(id, signal),
  head: async (of) => {
    if (!of.loaderData) return {}
    const { articleHead } = await import('#rooms/content/ui/news-head.ts')
    return pageHead(of, articleHead(of.loaderData, of.match.context.locale))
  },
  pendingMs: 100,
  pendingMinMs: 0,
  pendingComponent: ArticleLoading,
  component: Article,
})

function Article() {
  return <ArticlePage article={Route.useLoaderData()} />
}
