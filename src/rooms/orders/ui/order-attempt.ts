// The order that is sent, kept word for word with its key until the shop has said what became of it. After a lost answer that
// very request is sent again, and gets its first answer: what the page knows by then may be other, for the order itself may
// have taken the last goods or the only use of a coupon. Fetched with what sends an order.
import type { CallRefused } from '#browser/calls.ts'
import { randomUuid } from '#platform/random-id.ts'
import { writeTyped } from '#ui/typed-here.ts'
import { type Attempt, keepAttempt, type LastOrder, readAttempt, readDraft, writeDraft } from './checkout-draft.ts'

/**
 * The one that was not answered, if the same is wished again. A coupon that does not apply any more may be in use by that very
 * order, or over by then, and belongs to it still; one that the shopper has taken off does not.
 */
export function openAttempt(wish: Attempt['wish']): Attempt | undefined {
  const attempt = readAttempt()
  const couponId = wish.couponId ?? (readDraft().coupon === '' ? undefined : attempt?.wish.couponId)
  return JSON.stringify({ ...wish, couponId }) === JSON.stringify(attempt?.wish) ? attempt : undefined
}

/** Takes the place of any other. Its method is the chosen one after a reload, too. */
export function newAttempt(wish: Attempt['wish'], body: Attempt['body']): Attempt {
  const attempt = { key: randomUuid(), wish, body }
  keepAttempt(attempt)
  writeDraft({ method: wish.methodId })
  return attempt
}

/** The order is made: the next one is another. The address stays, for whoever buys again. */
export function finishAttempt(order: LastOrder): void {
  keepAttempt(undefined)
  writeDraft({ note: undefined, coupon: undefined })
  writeTyped('checkout.order', order)
  writeTyped('checkout.waits', true)
}

/** Too many requests, a fault and what stands between say nothing about the order. */
export const isRefusal = ({ status }: CallRefused) => [400, 401, 422].includes(status)

/** Of what was sent again: there is no order of it, so what is wished can be ordered as the shop is now. */
export const wasNeverMade = (error: CallRefused) =>
  isRefusal(error) && !['pay.alreadyPaid', 'error.idempotencyReused'].includes(error.message)
