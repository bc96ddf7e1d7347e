import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { FindOrderPage } from '#rooms/orders/ui/find-order-page.tsx'
import { orderNoSearch } from '../page-search.ts'

export const Route = createFileRoute('/order')({
  validateSearch: orderNoSearch,
  staticData: { searchOfBrowser: true },
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        path: '/order',
        meta: [
          { title: `${t('findOrder.title')} · ${siteFacts().name}` },
          { name: 'description', content: t('findOrder.intro') },
        ],
      },
    )
  },
  component: FindOrderPage,
})
