// /paypal: the last page of ours before the provider's. It shows what happens and takes the form there that the shop keeps
// with the payment (decision F8): nothing of the address but the order is read, and no markup of anybody's is shown.
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { detailOf, type OrderDetail } from '../wire.ts'
import { accessHeaders, type OrderVisit, useOrderVisit } from './order-visit.ts'
import { resultAddress } from './result-address.ts'
import { ResultSkeleton } from './result-skeleton.tsx'

/** From when the page shows what happens (specification §2). */
const SUBMIT_AFTER_MS = 2_000

type Formed = OrderDetail & { form: NonNullable<OrderDetail['form']> }

export function HostedPaymentPage() {
  const visit = useOrderVisit()
  return (
    <PageMain className="shell min-h-[calc(100dvh-6rem)] py-6 md:py-10">
      <div className="mx-auto max-w-2xl">{visit ? <Payment visit={visit} /> : <Home gone={visit === null} />}</div>
    </PageMain>
  )
}

function Home({ gone }: { gone: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (gone) void router.navigate({ to: '/', replace: true })
  }, [gone, router])
  return <ResultSkeleton />
}

function Payment({ visit }: { visit: OrderVisit }) {
  const t = useWords()
  const { order, offline, load } = useFormOf(visit)
  if (order) return <ApprovalForm order={order} />
  if (!offline) return <ResultSkeleton />
  return (
    <ErrorState
      headingLevel={1}
      title={t('pay.result.offline')}
      retry={
        <Button variant="primary" onClick={load}>
          {t('cart.retry')}
        </Button>
      }
    >
      <p>{t('pay.result.nothingLost')}</p>
    </ErrorState>
  )
}

/** What is not to be paid here, or not by this browser, has its own page, which says why. */
function useFormOf(visit: OrderVisit) {
  const router = useRouter()
  const [order, setOrder] = useState<Formed>()
  const [offline, setOffline] = useState(false)
  const load = useCallback(async () => {
    const toResult = () =>
      router.navigate({ href: resultAddress({ ...visit, orderNo: visit.orderNo ?? '' }), replace: true })
    setOffline(false)
    try {
      const params = { orderId: visit.orderId }
      const order = detailOf(await call('GET /api/pay/detail/{orderId}', { params }, accessHeaders(visit)))
      if (!order.form || order.orderStatus !== 'Unpaid' || order.barred) return void toResult()
      setOrder({ ...order, form: order.form })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.status === 0 || error.status >= 500) setOffline(true)
      else void toResult()
    }
  }, [visit, router])
  useEffect(() => {
    void load()
  }, [load])
  return { order, offline, load }
}

function ApprovalForm({ order }: { order: Formed }) {
  const t = useWords()
  const { action, method, fields } = order.form
  const form = useSubmitOnce(`${action}?${new URLSearchParams(fields)}`)
  const amount = formatMoney(fromMajor(order.amounts.total), order.currencyName)
  return (
    <Card padding="lg" className="text-center">
      <h1 className="text-2xl" aria-live="polite">
        {t('pay.hosted.title', { name: order.paymentName })}
      </h1>
      <p className="mt-2 text-muted">
        {t('pay.hosted.text', { amount: `\u2066${amount}\u2069`, orderNo: `\u2066${order.orderNo}\u2069` })}
      </p>
      <form ref={form} action={action} method={method} className="mt-6">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="primary">
          {t('pay.hosted.button', { name: order.paymentName })}
        </Button>
      </form>
      <p className="mt-3">
        <UiLink href={resultAddress(order)} className={buttonClass({ variant: 'ghost' })}>
          {t('pay.hosted.back')}
        </UiLink>
      </p>
    </Card>
  )
}

/** By itself once: whoever comes back with the browser's Back must be able to stay. */
function useSubmitOnce(what: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wasSubmitted(what)) return
    const timer = setTimeout(() => {
      markSubmitted(what)
      form.current?.requestSubmit()
    }, SUBMIT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [what])
  return form
}

const SUBMITTED = 'submittedPayment'

// A browser may refuse to keep anything; then it submits each time.
function wasSubmitted(what: string): boolean {
  try {
    return sessionStorage.getItem(SUBMITTED) === what
  } catch {
    return false
  }
}

function markSubmitted(what: string) {
  try {
    sessionStorage.setItem(SUBMITTED, what)
  } catch {}
}
