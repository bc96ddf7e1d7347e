import { createFileRoute } from '@tanstack/react-router'
import { BalancePayPage } from '#rooms/orders/ui/balance-pay-page.tsx'
import { useProof } from '#rooms/sessions/ui/prove-dialog.tsx'
import { memberHead } from '../member-head.ts'
import { billSearch } from '../page-search.ts'

export const Route = createFileRoute('/balance-pay')({
  validateSearch: billSearch,
  staticData: { searchOfBrowser: true },
  head: (of) => memberHead(of),
  component: BalancePay,
})

function BalancePay() {
  const { withProof, dialog } = useProof()
  return (
    <BalancePayPage orderId={Route.useSearch().orderId} withProof={withProof}>
      {dialog}
    </BalancePayPage>
  )
}
