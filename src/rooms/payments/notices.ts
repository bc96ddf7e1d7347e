// Stored webhooks: reasons to ask the provider, done when its own answer agrees with them (decision C4).
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Origin } from '#platform/http/origin.ts'
import type { Log } from '#platform/log.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ProviderOf } from './method-health.ts'
import * as store from './notice-store.ts'
import { type PaymentProvider, ProviderRefused, type WebhookNotice } from './providers/provider.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

export interface NoticesOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  settle(
    payment: PaymentRow,
    heard: { ref: string | null; claims?: store.OpenClaim[] },
  ): Promise<{ confirmed: number[] }>
  settlement: Pick<Settlement, 'lock' | 'stray' | 'warned'>
  origin: Pick<Origin, 'isCalled'>
  handlesNotices: boolean
}

/** Between a notice and the provider's answer that agrees with it. */
const ASK_AGAIN_MS = [5_000, 10_000, 20_000]

/** After a failure. */
const TRY_AGAIN_MS = 3_000

/** Notices of one provider that this process handles at a time: what a provider that hangs holds up. */
const AT_ONCE = 32

/** How many overdue ones become jobs in one statement. */
const OVERDUE_AT_ONCE = 200

export function createNotices(options: NoticesOptions) {
  const { db, log, providerOf, settle, settlement, origin, handlesNotices } = options
  const underWay = new Map<Promise<void>, string>()

  /**
   * Stores a notice, and handles it at once if its payment is known: that costs no job. The notice is stored when the
   * promise resolves; how the handling ends is told to nobody who waits here.
   */
  async function receive(provider: PaymentProvider, notice: WebhookNotice): Promise<void> {
    const busy = [...underWay.values()].filter((id) => id === provider.id).length
    const atOnce = handlesNotices && busy < AT_ONCE && notice.claim.says !== 'warning'
    const ours = notice.shop === '' || origin.isCalled(notice.shop ?? '')
    const taken = await store.storeNotice(db, provider.id, notice, { ours, atOnce })
    if (!taken) return
    // Not in this turn: first the provider hears that its notice is stored.
    const work = new Promise<void>((resolve) => setImmediate(resolve)).then(() => handleNow(taken))
    underWay.set(work, provider.id)
    void work.finally(() => underWay.delete(work))
  }

  /** What goes wrong becomes a job; what dies with this process does too (`handOverOverdue`). */
  async function handleNow({ id, heardRef, payment, claims }: store.TakenNotice): Promise<void> {
    try {
      failpoint('job started')
      const { confirmed } = await settle(payment, { ref: heardRef, claims })
      if (!confirmed.includes(id)) await store.handOver(db, id, { afterMs: ASK_AGAIN_MS[0]!, asked: 1 })
    } catch (err) {
      log.warn({ err, eventId: id, provider: payment.provider }, 'a notice could not be handled; its job tries again')
      await store.handOver(db, id, { afterMs: TRY_AGAIN_MS, asked: 0 }).catch(() => {})
    }
  }

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
        const isAgain = await store.hasWarned(tx, event, payment.id)
        if (order) await settlement.warned(tx, order, payment, { kind: event.kind, isAgain })
      })
    const { confirmed } = await settle(payment, { ref: event.providerRef })
    const afterMs = ASK_AGAIN_MS[asked]
    if (afterMs !== undefined && !confirmed.includes(eventId))
      await store.handOver(db, eventId, { afterMs, asked: asked + 1 })
  }

  /**
   * A notice may name only what the provider calls it (a Stripe PaymentIntent): the provider knows which attempt that is,
   * and which shop made it.
   */
  async function findByQuery(event: store.EventRow): Promise<{ payment?: PaymentRow; ours: boolean }> {
    const provider = providerOf(event.provider)
    if (!provider || !event.providerRef || event.attemptId) return { ours: event.ours }
    const state = await provider.query({ providerRef: event.providerRef, attemptId: '' }).catch((error) => {
      if (error instanceof ProviderRefused) return undefined
      throw error
    })
    const payment = state && isUuid(state.attemptId) ? await paymentById(db, state.attemptId) : undefined
    return { payment, ours: event.ours || origin.isCalled(state?.shop ?? '') }
  }

  return {
    receive,
    handle,
    /** Tick. */
    takeOver: async () => {
      while ((await store.handOverOverdue(db, OVERDUE_AT_ONCE)) === OVERDUE_AT_ONCE);
    },
    /** What was begun is done. */
    finished: async () => void (await Promise.all(underWay.keys())),
  }
}
