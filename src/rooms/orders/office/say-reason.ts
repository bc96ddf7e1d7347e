// What the office says of an order's holds, its payments, and of who did what why.
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import { readReason } from '../rules.ts'

/** Why an order is held. */
export function sayHeld(t: TranslateOffice, reason: string): string {
  const known = `order.held.${reason.replace(' ', '_')}`
  return t.knows(known) ? t(known) : reason
}

/** Why something was done: what the shop itself says in the reader's language, a person's words as they are. */
export function sayReason(t: TranslateOffice, kept: string): string {
  const read = readReason(kept)
  if (read.is === 'why') return t(`order.why.${read.why}`)
  if (read.is === 'paidWhile') {
    const status = `orders.status.${read.status}`
    return t('order.why.paidWhile', { status: t.knows(status) ? t(status) : read.status })
  }
  if (read.is === 'words') return sayState(t, read.words)
  return t(`order.why.${read.is}`, { words: read.words })
}

/** Of a payment, as its provider's answer was read; what a later version of the shop has written stands as it is. */
export function sayState(t: TranslateOffice, state: string): string {
  const known = `order.paymentState.${state.replaceAll(' ', '_')}`
  return t.knows(known) ? t(known) : state
}

/** Who did it: the shop itself, its buyer, a provider, or a person by his address. */
export function sayActor(t: TranslateOffice, actor: string): string {
  const known = `order.actor.${actor}`
  return t.knows(known) ? t(known) : sayProvider(t, actor)
}
