import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { WithdrawPage } from '#rooms/withdrawals/ui/withdraw-page.tsx'
import { orderNoSearch } from '../page-search.ts'

export const Route = createFileRoute('/withdraw')({
  validateSearch: orderNoSearch,
  staticData: { searchOfBrowser: true },
  head: ({ match, matches }) => {
    const t = translator(match.context.locale)
    return pageHead(
      { match, matches },
      {
        path: '/withdraw',
        meta: [
          { title: `${t('withdrawal.title')} · ${siteFacts().name}` },
          { name: 'description', content: t('withdrawal.intro') },
        ],
      },
    )
  },
  component: WithdrawPage,
})
