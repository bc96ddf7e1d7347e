// An order as the shop knows it, followed until nothing more will happen by itself.
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { detailOf, type OrderDetail } from '../wire.ts'
import { accessHeaders, isNotHere, type OrderVisit } from './order-visit.ts'
import { isGivenUp, mayHavePaid } from './result-state.ts'
import { waitsNoMore } from './waits-no-more.ts'

type OrderView =
  | { state: 'loading' }
  /** Unknown, or somebody else's: the shop tells nobody which. */
  | { state: 'notHere' }
  | { state: 'failed'; offline: boolean }
  | {
      state: 'shown'
      order: OrderDetail
      /** The shop's clock minus ours, in milliseconds. */
      clockAhead: number
      /** What the provider says of the payment that the browser came back from. */
      provider: string | undefined
      /** Whether something was paid is not known yet, and is looked at. */
      looking: boolean
    }

/** Seconds between two questions while something is awaited; the last one repeats. */
const PAUSES = [1, 2, 4, 8, 10]

/** How often a visit makes the shop ask: who has just asked is told what was known then. */
const ASKS = 4

/** How often an order that is over is looked at for a payment after the return from its page: for about a minute. */
const LOOKS = 9

const WAITING = ['Unpaid', 'Paid', 'Processing']

export function useOrder(visit: OrderVisit): { view: OrderView; reload: () => Promise<void> } {
  const [view, setView] = useState<OrderView>({ state: 'loading' })
  const provider = useRef<Promise<string | undefined>>(undefined)
  const asks = useRef(0)
  const looks = useRef(0)
  const wasOver = useRef(false)

  const reload = useCallback(async () => {
    // It makes the shop ask the provider, so that the order read afterwards is the latest.
    const ask = () => {
      asks.current += 1
      provider.current = askProvider(visit)
    }
    try {
      if (visit.transactionId && asks.current === 0) ask()
      const before = asks.current
      let order = await readOrder(visit, provider.current)
      // Not every provider names its payment in the address it sends the browser back to.
      const known = await provider.current
      // What its bank worked on, and works on no more, has come to an end that is not known here.
      const isOpen = !known || known === 'pending' || (known === 'processing' && !order.barred)
      const isAsked = order.orderStatus === 'Unpaid' ? isOpen : visit.returned && mayHavePaid(order, known)
      // What was said before its end says nothing of what was paid just then.
      const isOver = isGivenUp(order)
      if (isOver && !wasOver.current) asks.current = 0
      wasOver.current = isOver
      if (isAsked && asks.current === before && before < ASKS) {
        ask()
        order = await readOrder(visit, provider.current)
      }
      const said = await provider.current
      if (order.orderStatus !== 'Unpaid') waitsNoMore(visit.orderId)
      const looking = visit.returned && mayHavePaid(order, said) && looks.current < LOOKS
      if (looking) looks.current += 1
      setView({ state: 'shown', order, clockAhead: Date.parse(order.now) - Date.now(), provider: said, looking })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      // What is shown stays while the connection is away, and not when the shop shows it to this browser no more.
      const notHere = isNotHere(error)
      setView((shown) => {
        if (notHere) return { state: 'notHere' }
        return shown.state === 'shown' ? shown : { state: 'failed', offline: error.status === 0 }
      })
    }
  }, [visit])

  useEffect(() => {
    reload()
  }, [reload])

  usePolling(view.state === 'shown' && (view.looking || isAwaited(view.order)) && view.order.orderStatus, reload)

  return { view, reload }
}

/** It changes by itself, or money that did not pay it is on its way back. */
const isAwaited = ({ orderStatus, sentBack }: OrderDetail) =>
  WAITING.includes(orderStatus) || sentBack.some(({ now }) => now === 'going')

async function readOrder(visit: OrderVisit, after: Promise<unknown> | undefined): Promise<OrderDetail> {
  await after
  return detailOf(
    await call('GET /api/pay/detail/{orderId}', { params: { orderId: visit.orderId } }, accessHeaders(visit)),
  )
}

async function askProvider(visit: OrderVisit): Promise<string | undefined> {
  const query = { order_id: visit.orderId, transaction_id: visit.transactionId }
  try {
    return await call('GET /api/pay/payssion/state', { query }, accessHeaders(visit))
  } catch {
    // The order itself says enough.
    return undefined
  }
}

/** While `what` is something and the page is looked at; begins anew with the shortest pause when either changes. */
function usePolling(what: string | false, ask: () => Promise<void>) {
  useEffect(() => {
    if (what === false) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0

    function next() {
      const pause = PAUSES[Math.min(asked, PAUSES.length - 1)]!
      timer = setTimeout(async () => {
        asked += 1
        await ask()
        if (timer !== undefined) next()
      }, pause * 1000)
    }

    function stop() {
      clearTimeout(timer)
      timer = undefined
    }

    function look() {
      stop()
      asked = 0
      if (!document.hidden) next()
    }

    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [what, ask])
}
