import { createFileRoute } from '@tanstack/react-router'
import { BillPayPage } from '#rooms/orders/ui/card/bill-pay-page.tsx'
import { orderHead } from '../order-head.ts'
import { billSearch } from '../page-search.ts'

// The query is read in the browser only: the page is the same for everybody until then.
export const Route = createFileRoute('/bill-pay')({
  validateSearch: billSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => orderHead(of, 'page_pay_bill', 'pay.again.title'),
  component: BillPay,
})

function BillPay() {
  return <BillPayPage orderId={Route.useSearch().orderId} />
}
