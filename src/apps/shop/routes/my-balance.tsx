import { createFileRoute } from '@tanstack/react-router'
import { pageCall } from '#browser/calls.ts'
import { TopUpPage } from '#rooms/orders/ui/top-up-page.tsx'
import { memberHead } from '../member-head.ts'
import { billSearch } from '../page-search.ts'

export const Route = createFileRoute('/my-balance')({
  validateSearch: billSearch,
  staticData: { searchOfBrowser: true },
  loader: () => pageCall('GET /api/check/paymentlist', {}),
  head: (of) => memberHead(of),
  component: Balance,
})

function Balance() {
  return <TopUpPage methods={Route.useLoaderData()} />
}
