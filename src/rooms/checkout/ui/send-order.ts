// Sending the order, and what is to be made of a refusal. Fetched with what checks the form: who only looks at the
// checkout needs neither.

import { createElement } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { toMajor } from '#platform/money.ts'
import type { CartLine } from '#rooms/cart/rules.ts'
import { takeOrdered } from '#rooms/cart/ui/ordered.ts'
import type { FreshPrices, OutOfStock, PaymentStart, TooManyUnpaid, Waiver } from '#rooms/orders/contract.ts'
import type { CheckoutValues } from '#rooms/orders/forms.ts'
import type { Breakdown } from '#rooms/orders/rules.ts'
import { type Attempt, keepAttempt } from '#rooms/orders/ui/checkout-draft.ts'
import { finishAttempt, isRefusal, newAttempt, openAttempt, wasNeverMade } from '#rooms/orders/ui/order-attempt.ts'
import { resultAddress } from '#rooms/orders/ui/result-address.ts'
import type { AppliedCoupon } from './applied-coupon.ts'
import type { noteStock, refreshFacts } from './cart/line-facts.ts'
import type { CartRow } from './cart/use-cart-rows.ts'
import { leavesCurrency } from './currency-gone.ts'
import type { Leave } from './leaving.tsx'
import type { Problem } from './problem.ts'
import { freshBreakdown, orderLines } from './sent-amounts.ts'
import { SignedOut } from './signed-out.tsx'

export { Leaving } from './leaving.tsx'
export { leavesCurrency }

export interface OrderWish {
  values: CheckoutValues
  rows: CartRow[]
  prices: Breakdown
  methodId: number
  currencyId: number
  /** ISO 3166; empty: not known, or it makes no difference. */
  country: string
  coupon: AppliedCoupon | undefined
  waiver: Waiver | null
  /** He ordered as a member, and is to be told where his session is over. */
  isMember: boolean
}

/** What the page does about a refusal. */
export interface RefusalHeard {
  onPricesChanged: () => void
  orderAsGuest: () => void
  onEmailRefused: (message: string) => void
  onCouponRefused: (error: CallRefused) => void
  onWaiverRefused: (messageKey: string, waiver: Waiver) => void
}

interface Heeding extends RefusalHeard {
  setProblem: (problem: Problem | undefined) => void
  setNewPrices: (prices: { before: Breakdown; now: Breakdown } | undefined) => void
  reload: () => void
  noteStock: typeof noteStock
  refreshFacts: typeof refreshFacts
}

/** What a refusal asks of the page. */
type Refusal =
  | { stock: OutOfStock['lines'] }
  | { prices: Breakdown }
  | { problem: Problem }
  | { coupon: CallRefused }
  | { waiver: Waiver; messageKey: string }
  | { email: string }
  | { isSignedOut: true }

/**
 * Sends the order. Where the shop wants a challenge solved first, that is done, told by `onSolving`, and the order sent
 * again. Throws CallRefused.
 */
export async function sendOrder(wish: OrderWish, onSolving: (solving: boolean) => void): Promise<PaymentStart> {
  try {
    return await send(wish)
  } catch (error) {
    const challenge = error instanceof CallRefused && challengeOf(error)
    if (!challenge) throw error
    onSolving(true)
    try {
      const altcha = await onceOnline(() => import('#rooms/captcha/ui/solve.ts'))
        .then(({ solve }) => solve(challenge))
        .catch(() => {
          throw new CallRefused(422, 'checkout.captcha.failed')
        })
      return await send(wish, altcha)
    } finally {
      onSolving(false)
    }
  }
}

/**
 * The order is made, of this cart: the browser goes where it is paid. Where there is nothing to pay, or it costs other than the
 * page says, it goes to the order's own page, which says so.
 */
export function leave(
  { url, orderId, orderNo, amount }: PaymentStart,
  { prices }: OrderWish,
  ordered: CartLine[],
  onLeave: (leave: Leave) => void,
) {
  const costsOther = amount !== toMajor(prices.total)
  const toPayment = url !== null && !costsOther
  const address = toPayment ? url : resultAddress({ orderId, orderNo })
  finishAttempt({ orderId, orderNo, costsOther })
  onLeave({ address, toPayment })
  takeOrdered(ordered)
  location.assign(address)
}

export function heed(error: CallRefused, wish: OrderWish, on: Heeding) {
  if (leavesCurrency(error)) return
  const refusal = readRefusal(error, wish)
  const lines = wish.rows.map((row) => row.line)
  if ('prices' in refusal) {
    on.setNewPrices({ before: wish.prices, now: refusal.prices })
    // What the page computes with is old: rates, charges, prices and the member's level are fetched anew.
    on.refreshFacts(lines)
    on.onPricesChanged()
    on.reload()
    return
  }
  on.setNewPrices(undefined)
  if ('stock' in refusal) {
    for (const { position, stock, stockIsMore } of refusal.stock) {
      const line = lines[position]
      if (line) on.noteStock(line, { stock, stockIsMore })
    }
    on.setProblem({ kind: 'outOfStock' })
  } else if ('coupon' in refusal) on.onCouponRefused(refusal.coupon)
  else if ('waiver' in refusal) on.onWaiverRefused(refusal.messageKey, refusal.waiver)
  else if ('email' in refusal) on.onEmailRefused(refusal.email)
  else if ('isSignedOut' in refusal) on.setProblem(signedOut(on))
  else on.setProblem(refusal.problem)
}

function signedOut({ orderAsGuest, setProblem }: Heeding): Problem {
  const onGuest = () => {
    setProblem(undefined)
    orderAsGuest()
  }
  return { kind: 'refused', messageKey: 'checkout.signedOut.text', action: createElement(SignedOut, { onGuest }) }
}

function readRefusal(error: CallRefused, wish: OrderWish): Refusal {
  if (error.message === 'pay.outOfStock') return { stock: (error.data as OutOfStock).lines }
  if (error.message === 'pay.priceChanged') {
    const counts = wish.rows.map(({ line }) => line.count)
    return { prices: freshBreakdown(error.data as FreshPrices, counts) }
  }
  if (error.status === 429) return { problem: { kind: 'tooMany', seconds: Math.max(1, error.retryAfterSeconds) } }
  // A fault; 503 says itself that it passes.
  if (error.status >= 500 && error.status !== 503)
    return { problem: { kind: 'refused', messageKey: 'pay.createFailed' } }
  if (error.status === 0) return { problem: { kind: 'offline' } }
  if (error.status === 401) return { isSignedOut: true }
  if (error.message.startsWith('pay.coupon')) return { coupon: error }
  if (error.message.startsWith('pay.waiver')) return { waiver: error.data as Waiver, messageKey: error.message }
  const email = error.errors.find(({ path }) => path.endsWith('deliveryEmail'))
  if (email) return { email: email.message }
  const said = (key: string) => error.errors.some(({ message }) => message === key)
  // The page was just loaded anew: this instance of the shop and the one it came from do not agree yet.
  if (said('pay.currencyGone')) return { problem: { kind: 'refused', messageKey: 'error.unexpected' } }
  return { problem: { kind: 'refused', messageKey: said('pay.productNull') ? 'pay.productNull' : error.message } }
}

const challengeOf = (error: CallRefused) =>
  error.message === 'pay.tooManyUnpaid' ? (error.data as TooManyUnpaid).challenge : null

/**
 * As it was sent before, whatever it cost then, if that was not answered and the same is wished; else, and where the order of then
 * has ended unpaid, as it is now.
 */
async function send(order: OrderWish, altcha?: string): Promise<PaymentStart> {
  const { values, rows, prices, methodId, currencyId, country, coupon, waiver, isMember } = order
  const { email, note } = values
  const counts = Object.fromEntries(rows.map(({ key, line }) => [key, line.count]))
  const wish = { counts, email, note, methodId, currencyId, couponId: coupon?.couponId }
  const open = openAttempt(wish)
  if (open)
    try {
      const start = await post(open, altcha)
      if (!start.isOver) return start
    } catch (error) {
      if (!(error instanceof CallRefused && wasNeverMade(error))) throw error
    }
  const body = {
    orderList: {
      deliveryEmail: email,
      memberRemark: note,
      paymentId: methodId,
      currencyId,
      country: country || undefined,
      asMember: isMember || undefined,
      realAmount: toMajor(prices.total),
      couponId: coupon?.couponId,
      couponAmount: coupon && toMajor(prices.coupon),
      waiver: waiver ? { version: waiver.version, accepted: values.waiver === 'on' } : undefined,
    },
    ...orderLines(rows, prices),
    domain: location.hostname,
  }
  return post(newAttempt(wish, body), altcha)
}

async function post({ key, body }: Attempt, altcha: string | undefined): Promise<PaymentStart> {
  try {
    return await call(
      'POST /api/check/createOrder',
      { body: { ...body, altcha } },
      { headers: { 'Idempotency-Key': key } },
    )
  } catch (error) {
    if (error instanceof CallRefused && isRefusal(error)) keepAttempt(undefined)
    throw error
  }
}
