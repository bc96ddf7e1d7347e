// /bill-pay: an order is paid with a card that is typed here (specification §2, §5; decision C11). What is to be paid is
// asked of the shop, never read from the address; what is typed stands in the fields alone, in no draft, storage or address.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useLoaded } from '#browser/use-loaded.ts'
import { MemberProblem, useTitle } from '#rooms/members/ui/member-page.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { NotHere } from '../not-here.tsx'
import { isNotHere } from '../order-visit.ts'
import { resultAddress } from '../result-address.ts'
import { ResultSkeleton } from '../result-skeleton.tsx'
import { CardForm } from './card-form.tsx'

export function BillPayPage({ orderId }: { orderId: string | undefined }) {
  const t = useMemberWords()
  const router = useRouter()
  useTitle(t('card.title'))
  useEffect(() => {
    if (!orderId) void router.navigate({ to: '/', replace: true })
  }, [orderId, router])
  return (
    <PageMain className="shell pt-6 pb-16">
      <div className="mx-auto max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">{t('card.title')}</h1>
        <div className="mt-6">{orderId ? <Bill orderId={orderId} /> : <ResultSkeleton />}</div>
      </div>
    </PageMain>
  )
}

function Bill({ orderId }: { orderId: string }) {
  const { data, problem, reload } = useLoaded(`bill ${orderId}`, (signal) =>
    call('GET /api/pay/detail/{orderId}', { params: { orderId } }, { signal }),
  )
  const isOver = data !== undefined && (data.orderStatus !== 'Unpaid' || data.barred !== null)
  useEffect(() => {
    // The order's own page says why nothing is to be paid here.
    if (isOver && data) location.replace(resultAddress(data))
  }, [isOver, data])
  // Whoever types a card here is not asked for one that cannot be charged, whatever was shown before.
  if (problem && isNotHere(problem)) return <NotHere />
  if (!data && problem) return <MemberProblem retry={reload} />
  return data && !isOver ? <CardForm order={data} /> : <ResultSkeleton />
}
