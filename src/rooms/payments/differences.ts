// What is done with a difference that the nightly comparison has found: it is noted once, told once with a way out, and
// gone when both say the same again.
import type { Database, Transaction } from '#platform/database/database.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import type { Difference } from './compare.ts'
import type { ProviderOf } from './method-health.ts'
import { type ListedMovement, ProviderRefused } from './providers/provider.ts'
import * as store from './reconcile-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

const kind = 'payment.differs'
const subjectOf = ({ provider, what, ref }: Pick<store.DifferenceRow, 'provider' | 'what' | 'ref'>) =>
  `${provider} ${what} ${ref}`

export interface DifferencesOptions {
  db: Database
  providerOf: ProviderOf
  settlement: Pick<Settlement, 'lock'>
}

export function createDifferences({ db, providerOf, settlement }: DifferencesOptions) {
  const note = ({ provider, id }: PaymentRow, { what, theirs, ours }: Difference) =>
    store.noteDifference(db, { provider, what, ref: id, paymentId: id, details: { theirs, ours } })

  /** A person is told, once, and again when the figures are others. */
  async function tell(payment: PaymentRow, found: Difference): Promise<void> {
    const noted = await note(payment, found)
    const figures = { theirs: found.theirs, ours: found.ours }
    await db.transaction(async (tx) => {
      const order = await settlement.lock(tx, payment.orderId)
      if (!(await store.markTold(tx, noted.id, figures))) return
      const orderNo = order?.orderNo
      await raise(tx, noted, {
        orderId: order?.id,
        details: { orderNo, paymentId: payment.id, providerRef: payment.providerRef, ...figures },
        command: `npm run orders -- show ${orderNo}`,
      })
    })
  }

  /** Money for this shop, of a payment that it does not have. */
  async function noteStranger(provider: string, movement: ListedMovement): Promise<void> {
    const { providerRef: ref, attemptId, amountMinor, currency } = movement
    const details = { theirs: { attemptId, paid: amountMinor, currency }, ours: { state: 'not known' } }
    const noted = await store.noteDifference(db, { provider, what: 'unknownHere', ref, details })
    await db.transaction(async (tx) => {
      if (!(await store.markTold(tx, noted.id, details))) return
      const command = `refund ${ref} at ${provider}, or find out whose it is; then npm run orders -- settled ${noted.id} --reason "…"`
      await raise(tx, noted, { details: { providerRef: ref, ...details }, command })
    })
  }

  function raise(
    tx: Transaction,
    { id: number, provider, what, ref }: store.DifferenceRow,
    { orderId, details, command }: { orderId?: string; details: object; command: string },
  ): Promise<void> {
    const subject = subjectOf({ provider, what, ref })
    return raiseAlert(tx, {
      kind,
      subject,
      orderId,
      details: { what, number, provider, ...details, do: command },
      money: true,
      restates: true,
    })
  }

  /** Both say the same. What a person was not told is told as found: that no notice came is worth knowing. */
  async function gone(one: store.DifferenceRow, payment: PaymentRow | undefined): Promise<void> {
    await db.transaction(async (tx) => {
      const order = payment && (await settlement.lock(tx, payment.orderId))
      if (!(await store.markGone(tx, one.id))) return
      if (one.toldAt) return resolveAlert(tx, { kind, subject: subjectOf(one) })
      await raiseAlert(tx, {
        kind: 'payment.foundByNight',
        subject: one.ref,
        orderId: order?.id,
        details: { orderNo: order?.orderNo, provider: one.provider, what: one.what, ...one.details },
      })
    })
  }

  /** It has become a difference of another kind, which is told instead. */
  async function replaced(one: store.DifferenceRow): Promise<void> {
    await db.transaction(async (tx) => {
      if (await store.markGone(tx, one.id)) await resolveAlert(tx, { kind, subject: subjectOf(one) })
    })
  }

  return {
    note,
    tell,
    gone,
    replaced,
    noteStranger,

    /** The list and the answer contradict each other. */
    noteListed: (payment: PaymentRow, { amountMinor, currency }: ListedMovement) =>
      tell(payment, {
        what: 'listedOtherwise',
        theirs: { listed: amountMinor, currency },
        ours: { state: payment.state, paid: payment.paidAmount ?? 0, currency: payment.currency },
      }),

    /** It may be known by now (a restore was undone), or its money have gone back. */
    async lookForStranger(one: store.DifferenceRow): Promise<void> {
      const state = await providerOf(one.provider)
        ?.query({ providerRef: one.ref, attemptId: '' })
        .catch((error) => {
          if (error instanceof ProviderRefused) return undefined
          throw error
        })
      if (!state) return
      const known = UUID.test(state.attemptId) ? await paymentById(db, state.attemptId) : undefined
      if (known || state.refundedMinor >= state.amountMinor) await gone(one, known)
    },
  }
}

/** A person has dealt with it at the provider: it ends and is not told again. Undefined: no such difference is open. */
export async function settleDifference(
  tx: Transaction,
  number: number,
  by: { actor: string; reason: string },
): Promise<store.DifferenceRow | undefined> {
  const settled = await store.settleDifference(tx, number, by)
  if (settled) await resolveAlert(tx, { kind, subject: subjectOf(settled) })
  return settled
}

/** Those that wait for a person, the oldest first. */
export const differencesToSettle = (db: Database) => store.openDifferences(db, null, null, 200)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
