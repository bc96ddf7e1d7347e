import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { call } from '#shop/calls.ts'
import { bannerPreload } from '#shop/catalog/ui/home-banners.tsx'
import { HomePage } from '#shop/catalog/ui/home-page.tsx'
import { pageLinks } from '#shop/shell/page-links.ts'

export const Route = createFileRoute('/')({
  loader: async () => {
    const [lists, banners] = await Promise.all([
      call('GET /api/home/products', {}),
      call('GET /api/home/scrollPhoto', {}),
    ])
    return { lists, banners }
  },
  head: ({ match, loaderData }) => {
    const { context } = match
    const t = translator(context.locale)
    const first = loaderData?.banners[0]
    return {
      meta: [{ title: t('home.title') }, { name: 'description', content: t('home.description') }],
      links: [...pageLinks(context, '/'), ...(first ? [bannerPreload(first, context.locale.dir)] : [])],
    }
  },
  component: Home,
})

function Home() {
  const { lists, banners } = Route.useLoaderData()
  return <HomePage lists={lists} banners={banners} />
}
