// What a checkout keeps in this tab, so that neither a reload nor a lost answer costs the shopper anything.
import { randomUuid } from '#platform/random-id.ts'
import { readTyped, writeTyped } from '#ui/typed-here.ts'

interface Draft {
  email?: string
  note?: string
  /** The payment method. */
  method?: number
  /** The code of a coupon that was good. */
  coupon?: string
  /** ISO 4217: the page was loaded anew because the shop no longer sells in it. */
  currencyGone?: string
}

interface Attempt {
  content: string
  key: string
}

export interface LastOrder {
  orderId: string
  orderNo: string
}

export const readDraft = () => (readTyped('checkout') ?? {}) as Draft

export function writeDraft(changes: Draft): void {
  writeTyped('checkout', { ...readDraft(), ...changes })
}

/**
 * One key for one content: sent again after a lost answer it leads to the same order, and any change makes it another.
 */
export function attemptKey(content: string): string {
  const last = readTyped('checkout.attempt') as Attempt | undefined
  if (last?.content === content) return last.key
  const key = randomUuid()
  writeTyped('checkout.attempt', { content, key })
  return key
}

/** The order is made: the next one is another. The address stays, for whoever buys again. */
export function finishAttempt(order: LastOrder): void {
  writeTyped('checkout.attempt', undefined)
  writeDraft({ note: undefined, coupon: undefined })
  writeTyped('checkout.order', order)
  writeTyped('checkout.waits', true)
}

/** The order last made in this tab, for the way back from the provider. */
export const readLastOrder = () => readTyped('checkout.order') as LastOrder | undefined
