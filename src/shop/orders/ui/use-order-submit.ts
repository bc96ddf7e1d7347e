// Sending the order: what is sent, what may come back, and that nothing typed is ever lost.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toMajor } from '#platform/money.ts'
import { CallRefused, call } from '#shop/calls.ts'
import { useCart } from '#shop/cart/ui/cart-store.ts'
import { noteStock, refreshFacts } from '#shop/cart/ui/line-facts.ts'
import type { CartRow } from '#shop/cart/ui/use-cart-rows.ts'
import type { FreshPrices, OutOfStock, PaymentStart, TooManyUnpaid, Waiver } from '#shop/orders/contract.ts'
import type { CheckoutValues } from '#shop/orders/forms.ts'
import type { Breakdown } from '#shop/orders/rules.ts'
import { onceOnline } from '#shop/shell/ui/when-wanted.ts'
import { attemptKey, finishAttempt } from './checkout-draft.ts'
import { freshBreakdown, orderLines } from './checkout-prices.ts'
import { resultAddress } from './result-address.ts'
import type { AppliedCoupon } from './use-coupon.ts'

interface OrderWish {
  values: CheckoutValues
  rows: CartRow[]
  prices: Breakdown
  methodId: number
  currencyId: number
  coupon: AppliedCoupon | undefined
  waiver: Waiver | null
}

/** Prices that the server named for exactly this content of the cart. */
interface NewPrices {
  content: string
  before: Breakdown
  now: Breakdown
}

export type Problem =
  | { kind: 'outOfStock' }
  | { kind: 'tooMany'; seconds: number }
  | { kind: 'offline' }
  /** The browser works out what the shop wants to be solved before it makes this order. */
  | { kind: 'solving' }
  | { kind: 'refused'; messageKey: string }

type OrderSubmitOptions = {
  /** The order is made, and the browser on its way to this address. */
  onLeave: (address: string) => void
  onEmailRefused: (message: string) => void
  onCouponRefused: (error: CallRefused) => void
  onWaiverRefused: (messageKey: string, waiver: Waiver) => void
}

export function useOrderSubmit(options: OrderSubmitOptions) {
  const router = useRouter()
  const cart = useCart()
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [newPrices, setNewPrices] = useState<NewPrices>()

  useEffect(() => void begin(), [])

  async function submit(wish: OrderWish): Promise<void> {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setProblem(undefined)
    try {
      await begin()
      leave(await sendSolved(wish))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      refuse(error, wish)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  /** Sends the order; where the shop wants a challenge solved first, that is done, said, and the order sent again. */
  async function sendSolved(wish: OrderWish): Promise<PaymentStart> {
    try {
      return await send(wish)
    } catch (error) {
      const challenge = error instanceof CallRefused && challengeOf(error)
      if (!challenge) throw error
      setProblem({ kind: 'solving' })
      const altcha = await onceOnline(() => import('#shop/captcha/ui/solve.ts'))
        .then(({ solve }) => solve(challenge))
        .catch(() => {
          throw new CallRefused(422, 'checkout.captcha.failed')
        })
      const start = await send(wish, altcha)
      setProblem(undefined)
      return start
    }
  }

  function leave(start: PaymentStart) {
    finishAttempt({ orderId: start.orderId, orderNo: start.orderNo })
    const address = start.url ?? resultAddress(start)
    options.onLeave(address)
    cart.clear()
    location.assign(address)
  }

  function refuse(error: CallRefused, wish: OrderWish) {
    const lines = wish.rows.map((row) => row.line)
    if (error.message !== 'pay.priceChanged') setNewPrices(undefined)
    if (error.message === 'pay.outOfStock') {
      for (const { position, stock, stockIsMore } of (error.data as OutOfStock).lines) {
        const line = lines[position]
        if (line) noteStock(line, { stock, stockIsMore })
      }
      return setProblem({ kind: 'outOfStock' })
    }
    if (error.message === 'pay.priceChanged') {
      const counts = lines.map((line) => line.productCount)
      const now = freshBreakdown(error.data as FreshPrices, counts)
      setNewPrices({ content: contentOf(wish), before: wish.prices, now })
      // What the page computes with is old: rates, charges and prices are fetched anew.
      refreshFacts(lines)
      router.invalidate()
      return
    }
    if (error.status === 429) return setProblem({ kind: 'tooMany', seconds: Math.max(1, error.retryAfterSeconds) })
    // A fault; 503 says itself that it passes.
    if (error.status >= 500 && error.status !== 503)
      return setProblem({ kind: 'refused', messageKey: 'pay.createFailed' })
    if (error.status === 0) return setProblem({ kind: 'offline' })
    if (error.message.startsWith('pay.coupon')) return options.onCouponRefused(error)
    if (error.message.startsWith('pay.waiver')) return options.onWaiverRefused(error.message, error.data as Waiver)
    const email = error.errors.find(({ path }) => path.endsWith('deliveryEmail'))
    if (email) return options.onEmailRefused(email.message)
    const empty = error.errors.some(({ message }) => message === 'pay.productNull')
    setProblem({ kind: 'refused', messageKey: empty ? 'pay.productNull' : error.message })
  }

  return {
    submit,
    sending,
    problem,
    setProblem,
    newPrices,
    forgetPrices: () => setNewPrices(undefined),
  }
}

const challengeOf = (error: CallRefused) =>
  error.message === 'pay.tooManyUnpaid' ? (error.data as TooManyUnpaid).challenge : null

let begun: Promise<unknown> | undefined

/** Leaves the cookie by which the shop knows this browser when an order is sent again after a lost answer. */
function begin(): Promise<unknown> {
  begun ??= call('POST /api/check/begin', {}).catch(() => {
    // The order can do without; the next one tries again.
    begun = undefined
  })
  return begun
}

/** What prices depend on: other lines, counts, another method or coupon make news about prices old. */
export function contentOf({
  rows,
  methodId,
  currencyId,
  coupon,
}: Pick<OrderWish, 'rows' | 'methodId' | 'currencyId' | 'coupon'>): string {
  return JSON.stringify([methodId, currencyId, coupon?.couponId, rows.map(({ key, line }) => [key, line.productCount])])
}

function send(
  { values, rows, prices, methodId, currencyId, coupon, waiver }: OrderWish,
  altcha?: string,
): Promise<PaymentStart> {
  const body = {
    orderList: {
      deliveryEmail: values.email,
      memberRemark: values.note,
      paymentId: methodId,
      currencyId,
      realAmount: toMajor(prices.total),
      couponId: coupon?.couponId,
      couponAmount: coupon && toMajor(prices.coupon),
      waiver: waiver ? { version: waiver.version, accepted: values.waiver === 'on' } : undefined,
    },
    ...orderLines(rows, prices),
    domain: location.hostname,
  }
  return call(
    'POST /api/check/createOrder',
    { body: { ...body, altcha } },
    { headers: { 'Idempotency-Key': attemptKey(JSON.stringify(body)) } },
  )
}
