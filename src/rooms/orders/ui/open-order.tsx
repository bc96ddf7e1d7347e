import { type ReactNode, useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useReturned } from '#browser/use-returned.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { formatMoney, fromMajor } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { OrderDetail } from '../contract.ts'
import { asksForWaiver } from './asks-for-waiver.ts'
import type { LastOrder } from './checkout-draft.ts'
import { Countdown } from './countdown.tsx'
import { resultAddress } from './result-address.ts'
import { waitsNoMore } from './waits-no-more.ts'

type OpenOrderProps = {
  last: LastOrder
  /** The whole page is about it, and this is there where it does not wait any more; without, it stands above a cart. */
  otherwise?: ReactNode
}

/** The order that was made last in this tab, as long as it can be paid (decision C2): time left, pay, back to it. */
export default function OpenOrder({ last, otherwise }: OpenOrderProps) {
  const t = useWords()
  const { orderId, orderNo } = last
  const alone = otherwise !== undefined
  const [order, setOrder] = useState<OrderDetail | null>()
  const [sending, setSending] = useState(false)
  useReturned(() => setSending(false))
  /** The shop's clock before this one's, when the order was asked for. */
  const [clockAhead, setClockAhead] = useState(0)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    call('GET /api/pay/detail/{orderId}', { params: { orderId } }).then(
      (known) => {
        if (known.orderStatus !== 'Unpaid') waitsNoMore(orderId)
        setClockAhead(Date.parse(known.now) - Date.now())
        setOrder(known)
      },
      (error) => {
        // What is refused will be the next time, too; a connection comes back. Where it cannot be shown, the link to it says so.
        if (error instanceof CallRefused && error.status >= 400 && error.status < 500) waitsNoMore(orderId)
        setOrder(null)
      },
    )
  }, [orderId])

  async function pay() {
    setSending(true)
    setProblem(undefined)
    try {
      const { url } = await call('POST /api/pay/toPay', { body: { orderId } })
      return location.assign(url ?? resultAddress(last))
    } catch (error) {
      if (asksForWaiver(error)) return location.assign(resultAddress(last))
      setProblem(error instanceof CallRefused ? error.message : 'pay.createFailed')
    }
    setSending(false)
  }

  if (order === undefined) return alone ? <OpenOrderSkeleton /> : null
  if (!order || !isPayable(order)) return alone ? otherwise : <Elsewhere last={last} />
  const total = formatMoney(fromMajor(order.amounts.total), order.currencyName)
  const Heading = alone ? 'h1' : 'h2'
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby="open-order"
      className={alone ? 'mx-auto w-full max-w-lg text-center' : 'grid content-center'}
    >
      <Heading
        ref={alone ? intoSight : undefined}
        id="open-order"
        className={alone ? 'text-2xl text-balance' : 'text-lg'}
      >
        {t('checkout.waiting.title')}
      </Heading>
      <p className="mt-1 mb-4 text-muted">{t('checkout.waiting.text', { orderNo: `\u2066${orderNo}\u2069` })}</p>
      <Countdown expiresAt={Date.parse(order.expiresAt)} clockAhead={clockAhead} onEnd={() => setOrder(null)} />
      {problem && (
        <Notice tone="bad" live className="mt-4 text-start">
          {t(t.knows(problem) ? problem : 'pay.createFailed', { currency: order.currencyType })}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button variant="primary" loading={sending} loadingLabel={t('checkout.leaving.title')} onClick={pay}>
          {t('pay.again.button', { amount: `\u2066${total}\u2069` })}
        </Button>
        <a href={resultAddress(last)} className={buttonClass()}>
          {t('checkout.waiting.see')}
        </a>
      </div>
    </Card>
  )
}

/** A browser that comes back stands where it was on the longer page of before, which may be below all of this one. */
const intoSight = (heading: HTMLElement | null) => heading?.scrollIntoView({ block: 'nearest' })

/** Money that is under way or in doubt is asked for no second time. */
const isPayable = ({ orderStatus, barred }: OrderDetail) => orderStatus === 'Unpaid' && !barred

/** In the room that was kept for it above a cart. */
function Elsewhere({ last }: { last: LastOrder }) {
  const t = useWords()
  return (
    <Card padding="lg" className="grid place-content-center">
      <a href={resultAddress(last)} className={buttonClass()}>
        {t('checkout.lastOrder', { orderNo: last.orderNo })}
      </a>
    </Card>
  )
}

/** While it is not known what has become of it. */
export function OpenOrderSkeleton() {
  const t = useWords()
  return (
    <p role="status" className="text-center text-2xl text-accent-ink">
      <Spinner />
      <span className="sr-only">{t('pay.result.loading')}</span>
    </p>
  )
}
