// What is done with a difference that the nightly comparison has found, or that a notice has told (unconfirmed.ts): it is
// noted once, told once with a way out, and gone when both say the same again.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { isUuid } from '#platform/uuid.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import type { Difference } from './compare.ts'
import type { ProviderOf } from './method-health.ts'
import { endClaims } from './notice-store.ts'
import { type ListedMovement, ProviderRefused, type SettledState } from './providers/provider.ts'
import * as store from './reconcile-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

const kind = 'payment.differs'
const subjectOf = ({ provider, what, ref }: Pick<store.DifferenceRow, 'provider' | 'what' | 'ref'>) =>
  `${provider} ${what} ${ref}`

/** Whether what is known of it is what it was when it was compared. */
export const isUnchanged = async (on: Queryable, { id, version }: PaymentRow) =>
  (await paymentById(on, id))?.version === version

export interface DifferencesOptions {
  db: Database
  providerOf: ProviderOf
  settlement: Pick<Settlement, 'lock'>
}

export function createDifferences({ db, providerOf, settlement }: DifferencesOptions) {
  const note = (on: Queryable, { provider, id }: PaymentRow, { what, theirs, ours }: Difference) =>
    store.noteDifference(on, { provider, what, ref: id, paymentId: id, details: { theirs, ours } })

  /**
   * A person is told, once, and again when the figures are others. `holds`: whether it still does, with the order locked. False: it
   * does not, and nothing of it is noted.
   */
  function tell(
    payment: PaymentRow,
    found: Difference,
    holds: (tx: Transaction) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    const figures = { theirs: found.theirs, ours: found.ours }
    return db.transaction(async (tx) => {
      const order = await settlement.lock(tx, payment.orderId)
      if (!(await holds(tx))) return false
      const told = await store.markTold(tx, (await note(tx, payment, found)).id, figures)
      if (!told) return true
      const orderNo = order?.orderNo
      await raise(tx, told, {
        orderId: order?.id,
        details: { orderNo, paymentId: payment.id, providerRef: payment.providerRef, ...figures },
        command:
          told.what === 'notConfirmed'
            ? `look it up at ${told.provider}; what is dealt with there ends with ${settling(told)}`
            : `npm run orders -- show ${orderNo}`,
      })
      return true
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

  /** It is none any more, or has become one of another kind, which is told instead. */
  async function ended(one: store.DifferenceRow): Promise<void> {
    await db.transaction((tx) => end(tx, one))
  }

  /** Ends one of a payment where `isOver` says so with its order locked, as whoever tells of it has it locked. */
  async function endedIf(
    one: store.DifferenceRow,
    isOver: (tx: Transaction, payment: PaymentRow) => Promise<boolean>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const found = await paymentById(tx, one.paymentId!)
      if (found) await settlement.lock(tx, found.orderId)
      const payment = found && (await paymentById(tx, found.id))
      if (!payment || (await isOver(tx, payment))) await end(tx, one)
    })
  }

  return {
    note: (payment: PaymentRow, found: Difference) => note(db, payment, found),
    tell,
    gone,
    ended,
    endedIf,
    ...createStrangers({ db, providerOf, gone, ended }),

    /** The list and the answer contradict each other. */
    noteListed: (payment: PaymentRow, { amountMinor, currency }: ListedMovement) =>
      tell(
        payment,
        {
          what: 'listedOtherwise',
          theirs: { listed: amountMinor, currency },
          ours: { state: payment.state, paid: payment.paidAmount ?? 0, currency: payment.currency },
        },
        (tx) => isUnchanged(tx, payment),
      ),
  }
}

type Ends = Record<'ended', (one: store.DifferenceRow) => Promise<void>> &
  Record<'gone', (one: store.DifferenceRow, payment: PaymentRow | undefined) => Promise<void>>

function createStrangers({ db, providerOf, gone, ended }: Pick<DifferencesOptions, 'db' | 'providerOf'> & Ends) {
  /** Money for this shop, of a payment that it does not have. */
  async function noteStranger(provider: string, movement: ListedMovement): Promise<void> {
    const { providerRef: ref, attemptId, amountMinor, currency } = movement
    const details = { theirs: { attemptId, paid: amountMinor, currency }, ours: { state: 'not known' } }
    const noted = await store.noteDifference(db, { provider, what: 'unknownHere', ref, details })
    await db.transaction(async (tx) => {
      const told = await store.markTold(tx, noted.id, details)
      if (!told) return
      const command = `refund ${ref} at ${provider}, or find out whose it is; then ${settling(told)}`
      await raise(tx, told, { details: { providerRef: ref, ...details }, command })
    })
  }

  /** Notes money of an unknown payment that is on its way: by the time that it is paid, its provider's list may name it no more. */
  const expectStranger = (provider: string, { providerRef: ref, attemptId, currency }: ListedMovement) =>
    store.noteDifference(db, {
      ...{ provider, what: 'unknownHere', ref },
      details: { theirs: { attemptId, state: 'processing', currency }, ours: { state: 'not known' } },
    })

  return {
    noteStranger,
    expectStranger,

    /** It may be known by now (a restore was undone), or its money have gone back; what was on its way may have come. */
    async lookForStranger(one: store.DifferenceRow): Promise<void> {
      const state = await providerOf(one.provider)
        ?.query({ providerRef: one.ref, attemptId: '' })
        .catch((error) => {
          if (error instanceof ProviderRefused) return undefined
          throw error
        })
      if (!state) return
      const known = isUuid(state.attemptId) ? await paymentById(db, state.attemptId) : undefined
      const { amountMinor, currency, attemptId } = state
      if (one.toldAt) {
        if (known || state.refundedMinor >= amountMinor) await gone(one, known)
      } else if (known || NOTHING_CAME.includes(state.state)) await ended(one)
      else if (amountMinor > state.refundedMinor)
        await noteStranger(one.provider, {
          says: 'paid',
          providerRef: one.ref,
          attemptId,
          shop: '',
          amountMinor,
          currency,
        })
    },
  }
}

async function end(tx: Transaction, one: store.DifferenceRow): Promise<void> {
  if (await store.markGone(tx, one.id)) await resolveAlert(tx, { kind, subject: subjectOf(one) })
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

const settling = ({ id, seen }: store.DifferenceRow) => `npm run orders -- settled ${id} --seen ${seen} --reason "…"`

/**
 * A person has dealt with it at the provider: it ends and is not told again. Answers it, or why it cannot be settled: no such
 * difference is open, or its figures are not those that he saw. The order of its payment (`paymentOfDifference`) is locked.
 */
export async function settleDifference(
  tx: Transaction,
  number: number,
  { seen, ...by }: { seen: string; actor: string; reason: string },
): Promise<store.DifferenceRow | 'noDifference' | 'differenceChanged'> {
  const open = await store.lockDifference(tx, number)
  if (!open) return 'noDifference'
  if (open.seen !== seen) return 'differenceChanged'
  await store.markSettled(tx, number, by)
  if (open.what === 'notConfirmed' && open.paymentId) await endClaims(tx, open.paymentId, noticesOf(open))
  await resolveAlert(tx, { kind, subject: subjectOf(open) })
  return open
}

const noticesOf = ({ details }: store.DifferenceRow) => (details.theirs as { notices: string[] }).notices

/**
 * Those that wait for a person, the oldest first; not those that are only expected: they are asked about each night, and told once their
 * money has come.
 */
export const differencesToSettle = (db: Database, most: number) => store.waitingDifferences(db, most)

const NOTHING_CAME: readonly SettledState[] = ['failed', 'cancelled', 'expired', 'refunded', 'lost']
