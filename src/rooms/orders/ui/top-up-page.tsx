// /my-balance: a member tops up his balance (decision F5).

import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import { DebtNotice } from '#rooms/ledger/ui/debt-notice.tsx'
import { dollars } from '#rooms/ledger/ui/dollars.ts'
import { InTurn, useTurn } from '#rooms/members/ui/in-turn.tsx'
import { MemberPage, MemberProblem, MemberSkeleton } from '#rooms/members/ui/member-page.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { buttonClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { paysTopUps } from '../rules.ts'
import { balancePayHref } from './top-up-for.ts'
import { TopUpForm } from './top-up-form.tsx'

type TopUpPageProps = { methods: PaymentMethod[] }

export function TopUpPage({ methods }: TopUpPageProps) {
  const t = useMemberWords()
  return (
    <MemberPage title={t('topUp.title')}>
      {({ amount: balance }) => (
        <div className="grid max-w-2xl gap-6">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>{t('nav.balance')}</span>
            <output className="figures text-xl font-medium">
              <bdi>{dollars(balance)}</bdi>
            </output>
          </p>
          <DebtNotice balance={balance} />
          <InTurn className="grid grid-cols-1 gap-6">
            <Room methods={methods.filter(paysTopUps)} balance={balance} />
            <p className="text-sm text-muted">{t('topUp.spent')}</p>
          </InTurn>
        </div>
      )}
    </MemberPage>
  )
}

function Room({ methods, balance }: TopUpPageProps & { balance: number }) {
  const t = useMemberWords()
  // For whose payment something is missing: read here alone, so that no other page carries how.
  const [orderId] = useState(() => new URLSearchParams(location.search).get('orderId') ?? undefined)
  const { data, problem, reload } = useLoaded('top-up', (signal) => call('GET /api/profile/topUp', {}, { signal }))
  const order = useLoaded(`for ${orderId}`, async (signal) =>
    orderId ? call('GET /api/pay/detail/{orderId}', { params: { orderId } }, { signal }) : null,
  )
  useTurn((data !== undefined && !order.loading) || problem !== undefined)
  if (data === undefined) return problem ? <MemberProblem retry={reload} /> : <MemberSkeleton />
  if (order.loading) return <MemberSkeleton />
  if (data === null || methods.length === 0) return <Notice>{t('topUp.off')}</Notice>
  if (data.left < data.least) return <Notice>{t('topUp.full')}</Notice>
  const missing = order.data ? toMajor(fromMajor(order.data.amounts.total) - fromMajor(balance)) : 0
  return (
    <>
      {orderId && (
        <p>
          <UiLink href={balancePayHref(orderId)} className={buttonClass()}>
            {t('topUp.toOrder')}
          </UiLink>
        </p>
      )}
      <TopUpForm
        room={data}
        methods={methods}
        missing={missing}
        balance={balance}
        orderId={orderId}
        onRefused={reload}
      />
    </>
  )
}
