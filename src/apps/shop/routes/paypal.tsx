import { createFileRoute } from '@tanstack/react-router'
import { HostedPaymentPage } from '#rooms/orders/ui/hosted-payment-page.tsx'
import { orderHead } from '../order-head.ts'
import { resultSearch } from '../page-search.ts'

// The query is read in the browser only: the page is the same for everybody until then.
export const Route = createFileRoute('/paypal')({
  validateSearch: resultSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => orderHead(of, 'page_pay_paypal'),
  component: HostedPaymentPage,
})
