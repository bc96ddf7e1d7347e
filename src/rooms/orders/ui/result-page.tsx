import { useRouter } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/toast.ts'
import { HomeLink, NotHere } from './not-here.tsx'
import { OrderResult } from './order-result.tsx'
import { type OrderVisit, useOrderVisit } from './order-visit.ts'
import { ResultSkeleton } from './result-skeleton.tsx'
import { SupportLine } from './support-line.tsx'
import { useOrder } from './use-order.ts'

/** Where the browser comes back to, paid or not, and where the link of the delivery mail leads. */
export function ResultPage({ methods }: { methods: PaymentMethod[] }) {
  const visit = useOrderVisit()
  return (
    <PageMain className="shell min-h-[calc(100dvh-6rem)] py-6 md:py-10">
      <div className="mx-auto max-w-2xl">
        {visit === undefined && <ResultSkeleton />}
        {visit === null && <NoOrder />}
        {visit && <VisitedOrder key={visit.orderId} visit={visit} methods={methods} />}
      </div>
    </PageMain>
  )
}

function VisitedOrder({ visit, methods }: { visit: OrderVisit; methods: PaymentMethod[] }) {
  const t = useWords()
  const { view, reload } = useOrder(visit)
  const [forgotten, setForgotten] = useState(false)
  if (forgotten) return <Forgotten />
  if (view.state === 'loading') return <ResultSkeleton />
  if (view.state === 'shown')
    return (
      <OrderResult methods={methods} visit={visit} {...view} reload={reload} onForgotten={() => setForgotten(true)} />
    )
  if (view.state === 'notHere') return <NotHere orderNo={visit.orderNo} headingLevel={1} />
  return (
    <ErrorState
      headingLevel={1}
      title={t(view.offline ? 'pay.result.offline' : 'pay.result.failedToLoad')}
      retry={
        <Button variant="primary" onClick={reload}>
          {t('cart.retry')}
        </Button>
      }
      support={<HomeLink />}
    >
      <p>{t('pay.result.nothingLost')}</p>
      <SupportLine />
    </ErrorState>
  )
}

/** What was on the page is gone from it too. */
function Forgotten() {
  const t = useWords()
  return (
    <EmptyState
      headingLevel={1}
      icon={<MailOpen size={24} />}
      title={t('order.access.forgottenTitle')}
      action={<HomeLink primary />}
    >
      <p role="status">{t('order.access.forgottenText')}</p>
    </EmptyState>
  )
}

/** Says so and returns home (specification §4, §8); the message goes along. */
function NoOrder() {
  const t = useWords()
  const router = useRouter()
  const left = useRef(false)
  useEffect(() => {
    if (left.current) return
    left.current = true
    toast({ tone: 'bad', message: t('pay.payStatusError') })
    void router.navigate({ to: '/', replace: true })
  }, [t, router])
  return <ResultSkeleton />
}
