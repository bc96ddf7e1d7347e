// Stored webhooks: reasons to ask the provider, done when its own answer agrees with them (decision C4).
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Settlement } from './payments.ts'
import { type PaymentProvider, ProviderRefused } from './providers/provider.ts'
import * as store from './store.ts'

export interface NoticesOptions {
  db: Database
  log: Log
  providerOf(id: string): PaymentProvider | undefined
  settle(payment: store.PaymentRow, heardRef: string | null): Promise<unknown>
  settlement: Pick<Settlement, 'lock' | 'stray' | 'warned'>
  origin: () => string
}

/** Between a notice and the provider's answer that agrees with it. */
const ASK_AGAIN_MS = [5_000, 10_000, 20_000]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createNotices({ db, log, providerOf, settle, settlement, origin }: NoticesOptions) {
  /**
   * Job: a stored webhook. It is done when the provider's answer agrees with it. Providers announce what they answer
   * some seconds later, so the question is put again soon; after that the payment's own clock asks on (`pollDue`).
   */
  async function handle(eventId: number, asked = 0): Promise<void> {
    failpoint('job started')
    const event = await store.eventById(db, eventId)
    if (!event || event.handledAt) return
    const found = event.payment ? { payment: event.payment, ours: true } : await findByQuery(event)
    if (!found.payment) {
      await db.transaction(async (tx) => {
        if (found.ours) await settlement.stray(tx, event)
        await store.markForeign(tx, event.id)
      })
      if (found.ours) log.error({ eventId, provider: event.provider }, 'a notification names no payment of ours')
      return
    }
    const { payment } = found
    await store.attachEvent(db, event.id, payment.id)
    if (event.claim.says === 'warning')
      await db.transaction(async (tx) => {
        const order = await settlement.lock(tx, payment.orderId)
        if (order) await settlement.warned(tx, order, payment, event.kind)
      })
    await settle(payment, event.providerRef)
    const delay = ASK_AGAIN_MS[asked]
    if (delay === undefined || (await store.eventById(db, eventId))?.handledAt) return
    await enqueue(
      db,
      'payment.event',
      { eventId, asked: asked + 1 },
      { afterMs: delay, key: `payment event ${eventId}`, outside: event.provider },
    )
  }

  /**
   * A notice may name only what the provider calls it (a Stripe PaymentIntent): the provider knows which attempt that is,
   * and which shop made it.
   */
  async function findByQuery(event: store.EventRow): Promise<{ payment?: store.PaymentRow; ours: boolean }> {
    const provider = providerOf(event.provider)
    if (!provider || !event.providerRef || event.attemptId) return { ours: event.ours }
    const state = await provider.query({ providerRef: event.providerRef, attemptId: '' }).catch((error) => {
      if (error instanceof ProviderRefused) return undefined
      throw error
    })
    const payment = state && UUID.test(state.attemptId) ? await store.paymentById(db, state.attemptId) : undefined
    return { payment, ours: event.ours || state?.shop === new URL(origin()).host }
  }

  return { handle }
}
