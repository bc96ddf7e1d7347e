// What happens after Pay: the order is sent, what comes back is shown, and nothing typed is ever lost.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import type { Breakdown } from '#rooms/orders/rules.ts'
import { noteStock, refreshFacts } from './cart/line-facts.ts'
import type { CartRow } from './cart/use-cart-rows.ts'
import type { Leave } from './leaving.tsx'
import type { Problem } from './problem.ts'
import type { OrderWish, RefusalHeard } from './send-order.ts'

/** Prices that the server named for exactly this content of the cart, and what of it could be had then. */
interface NewPrices {
  content: string
  rows: CartRow[]
  before: Breakdown
  now: Breakdown
}

type OrderSubmitOptions = RefusalHeard & {
  onLeave: (leave: Leave) => void
}

/** Asked for with what checks the form, when somebody comes to it. */
export const fetchSending = () => import('./send-order.ts')

export function useOrderSubmit(options: OrderSubmitOptions) {
  const router = useRouter()
  const { lines } = useCart()
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [newPrices, setNewPrices] = useState<NewPrices>()

  useEffect(() => void begin(), [])

  async function submit(wish: OrderWish, content: string): Promise<void> {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setProblem(undefined)
    try {
      const sender = await fetchSending()
      await begin()
      try {
        const start = await sender.sendOrder(wish, (solving) => setProblem(solving ? { kind: 'solving' } : undefined))
        sender.leave(start, wish, lines, options.onLeave)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        sender.heed(error, wish, {
          ...options,
          setProblem,
          setNewPrices: (prices) => setNewPrices(prices && { content, rows: wish.rows, ...prices }),
          noteStock,
          refreshFacts,
          reload: () => router.invalidate(),
        })
      }
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return {
    submit,
    sending,
    problem,
    /** Behind the question about new prices nobody would see it. */
    setProblem(next: Problem | undefined) {
      setNewPrices(undefined)
      setProblem(next)
    },
    newPrices,
    forgetPrices: () => setNewPrices(undefined),
  }
}

let begun: Promise<unknown> | undefined

/** Leaves the cookie by which the shop knows this browser when an order is sent again after a lost answer. */
function begin(): Promise<unknown> {
  begun ??= call('POST /api/check/begin', {}).catch(() => {
    // The order can do without; the next one tries again.
    begun = undefined
  })
  return begun
}

type Chosen = { [K in 'methodId' | 'currencyId']: number | undefined }

/** What prices depend on and the shopper decides: other lines, counts, another method or coupon make news about prices old. */
export function contentOf({ rows, methodId, currencyId, coupon }: Pick<OrderWish, 'rows' | 'coupon'> & Chosen): string {
  return JSON.stringify([methodId, currencyId, coupon?.couponId, rows.map(({ key, line }) => [key, line.count])])
}
