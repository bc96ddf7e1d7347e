import { createFileRoute } from '@tanstack/react-router'
import { callOr, pageCall } from '#browser/calls.ts'
import { translator } from '#platform/i18n/messages.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { bannerPreload } from '#rooms/content/ui/wide-pictures.ts'
import { bannerOf } from '#rooms/content/wire.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { HomePage } from '#rooms/search/ui/home/home-page.tsx'
import { homeOf } from '#rooms/search/wire.ts'
import { homeSearch } from '../page-search.ts'

export const Route = createFileRoute('/')({
  validateSearch: homeSearch,
  loader: async () => {
    const [lists, banners] = await Promise.all([
      pageCall('GET /api/home/products', {}).then(homeOf),
      callOr('GET /api/home/scrollPhoto', {}, []),
    ])
    return { lists, banners }
  },
  head: ({ loaderData, match, matches }) => {
    const { locale } = match.context
    const t = translator(locale)
    const first = loaderData?.banners[0]
    return pageHead(
      { match, matches },
      {
        path: '/',
        meta: headTexts(matches, 'page_home', { title: t('home.title'), description: t('home.description') }),
        about: { kind: 'home', bestSellers: loaderData?.lists.best ?? [] },
        links: first ? [bannerPreload(first, locale.dir)] : [],
      },
    )
  },
  component: Home,
})

function Home() {
  const { lists, banners } = Route.useLoaderData()
  return <HomePage lists={lists} banners={banners.map(bannerOf)} />
}
