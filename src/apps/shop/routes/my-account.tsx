import { createFileRoute } from '@tanstack/react-router'
import { BalanceSection } from '#rooms/ledger/ui/balance-section.tsx'
import { PointsSection } from '#rooms/levels/ui/points-section.tsx'
import { AccountPage } from '#rooms/members/ui/account-page.tsx'
import { InTurn } from '#rooms/members/ui/in-turn.tsx'
import { resultAddress } from '#rooms/orders/ui/result-address.ts'
import { DataSection } from '#rooms/privacy/ui/data-section.tsx'
import { useProof } from '#rooms/sessions/ui/prove-dialog.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-account')({ head: (of) => memberHead(of), component: Account })

function Account() {
  const { withProof, dialog } = useProof()
  return (
    <>
      <AccountPage withProof={withProof}>
        {(user) => (
          <InTurn className="grid gap-8">
            <BalanceSection />
            <PointsSection orderHref={resultAddress} />
            <DataSection user={user} withProof={withProof} />
          </InTurn>
        )}
      </AccountPage>
      {/* Beside the parts that may still be hidden: it is for all of them. */}
      {dialog}
    </>
  )
}
