// What a checkout keeps in this tab, so that neither a reload nor a lost answer costs the shopper anything.

import type { Calls } from '#browser/calls.ts'
import type { CallInput } from '#platform/http/contract.ts'
import { readTyped, writeTyped } from '#ui/typed-here.ts'

interface Draft {
  email?: string
  note?: string
  /** The payment method. */
  method?: number
  /** The code of a coupon that was good; empty: the shopper has taken it off. */
  coupon?: string
  /** ISO 4217: the page was loaded anew because the shop no longer sells in it. */
  currencyGone?: string
}

/** An order that was sent, and of which the shop has not said yet what became of it. */
export interface Attempt {
  key: string
  /** What the shopper himself has chosen. */
  wish: {
    /** Of each line of the cart, by its key. */
    counts: Record<string, number>
    email: string
    note: string
    methodId: number
    currencyId: number
    couponId: string | undefined
  }
  /** As it was sent. */
  body: CallInput<Calls['POST /api/check/createOrder']>['body']
}

export interface LastOrder {
  orderId: string
  orderNo: string
  /** It costs other than what the checkout said last: it had been made before. */
  costsOther?: boolean
}

export const readDraft = () => (readTyped('checkout') ?? {}) as Draft

export function writeDraft(changes: Draft): void {
  writeTyped('checkout', { ...readDraft(), ...changes })
}

export const readAttempt = () => readTyped('checkout.sent') as Attempt | undefined
export const keepAttempt = (attempt: Attempt | undefined) => writeTyped('checkout.sent', attempt)

/** The order last made in this tab, for the way back from the provider. */
export const readLastOrder = () => readTyped('checkout.order') as LastOrder | undefined
