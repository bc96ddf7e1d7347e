import { createFileRoute } from '@tanstack/react-router'
import { pageCall } from '#browser/calls.ts'
import { ResultPage } from '#rooms/orders/ui/result-page.tsx'
import { orderHead } from '../order-head.ts'
import { resultSearch } from '../page-search.ts'

// The query is read in the browser only: the page is the same for everybody until then.
export const Route = createFileRoute('/success-payment')({
  validateSearch: resultSearch,
  staticData: { searchOfBrowser: true },
  loader: () => pageCall('GET /api/check/paymentlist', {}),
  head: (of) => orderHead(of, 'page_pay_success'),
  component: Result,
})

function Result() {
  return <ResultPage methods={Route.useLoaderData()} />
}
