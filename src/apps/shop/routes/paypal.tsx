import { createFileRoute } from '@tanstack/react-router'
import { translator } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { headTexts } from '#rooms/content/ui/page-head.ts'
import { pageHead } from '#rooms/discovery/ui/page-head.ts'
import { HostedPaymentPage } from '#rooms/orders/ui/hosted-payment-page.tsx'
import { resultSearch } from '../page-search.ts'

// The query is read in the browser only: the page is the same for everybody until then.
export const Route = createFileRoute('/paypal')({
  validateSearch: resultSearch,
  staticData: { searchOfBrowser: true },
  head: ({ match, matches }) => {
    const title = `${translator(match.context.locale)('pay.result.pageTitle')} · ${siteFacts().name}`
    const texts = headTexts(matches, 'page_pay_paypal', { title })
    return pageHead({ match, matches }, { meta: [...texts, { name: 'referrer', content: 'no-referrer' }] })
  },
  component: HostedPaymentPage,
})
