// Compares single payments with what their providers answer. The answer takes effect as it always does; where both still
// differ then, a person is told.
import { isDeepStrictEqual } from 'node:util'
import { isDatabaseAway } from '#platform/database/connection.ts'
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Log } from '#platform/log.ts'
import type { Asking } from './asking.ts'
import { withLostByHand, withMadeByHand } from './by-hand.ts'
import { asDifference, type Difference, differenceOf, isSame } from './compare.ts'
import { heardOf } from './credited.ts'
import { type createDifferences, isUnchanged } from './differences.ts'
import type { ProviderOf } from './method-health.ts'
import { BALANCE } from './providers/balance/adapter.ts'
import { type PaymentState, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import * as store from './reconcile-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

export interface ComparingOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  settle: Asking['settle']
  settlement: Pick<Settlement, 'lock' | 'isOnBalance'>
  differences: ReturnType<typeof createDifferences>
}

/** More than so many at once that cannot be read or entered, and nothing else: the provider itself is not what it was. */
const MOST_UNREADABLE = 3

/** Answers of one payment in a row, each another than the one before: then a person looks. */
const MOST_HEARD = 5

/** Readings of one payment in a row, each changed before it was judged: then what was found last counts. */
const MOST_READ = 5

/** What is wrong with more than the payment that was just compared: refused keys, or a database that went away or is too busy. */
export const endsComparing = (error: unknown) =>
  error instanceof ProviderRefused || isDatabaseAway(error) || (error as { code?: unknown }).code === TOOK_TOO_LONG

/** `query_canceled`: a statement ran into its time limit (PostgreSQL, appendix A). */
const TOOK_TOO_LONG = '57014'

/** As its provider's list had it when it was told: what is known has come round to that, and the list may name it no more. */
const isAsListed = ({ paidAmount, currency }: PaymentRow, { details }: store.DifferenceRow) =>
  isDeepStrictEqual(details.theirs, { listed: paidAmount, currency })

export function createComparing({ db, log, providerOf, settle, settlement, differences }: ComparingOptions) {
  const { comparedNow } = createQuestions({ db, providerOf, settlement })
  const { hear, conclude, tell } = createHearing({ settle, differences, comparedNow })

  /**
   * `unlisted`: those that their provider's list should have had. Answers who was not answered, and what differs still;
   * throws only where the provider or the database is away: one whose answer cannot be read, or entered, does not hold up the others.
   */
  async function compareAll(
    ids: readonly string[],
    unlisted: ReadonlySet<string> = new Set(),
  ): Promise<{ unanswered: string[]; differing: string[] }> {
    const differing: string[] = []
    const unanswered: string[] = []
    const unreadable: string[] = []
    for (const id of ids) {
      try {
        if (await compare(id, unlisted.has(id))) differing.push(id)
      } catch (error) {
        if (endsComparing(error)) throw error
        unanswered.push(id)
        log.warn({ err: error, paymentId: id }, 'a payment could not be compared with its provider')
        const isOfThis = !(error instanceof ProviderUnreachable) || error.isUnreadable
        if (isOfThis) unreadable.push(id)
        if (unanswered.length === ids.length && (!isOfThis || ids.length > MOST_UNREADABLE)) throw error
      }
    }
    for (const id of unreadable) await tellUnreadable(id)
    return { unanswered, differing }
  }

  /** It is not compared until its provider says something else of it: a person must look there. */
  async function tellUnreadable(id: string): Promise<void> {
    const payment = await paymentById(db, id)
    const { state, paidAmount, currency } = payment ?? {}
    if (payment)
      await differences.tell(payment, {
        what: 'unreadable',
        theirs: {},
        ours: { state, paid: paidAmount ?? 0, currency },
      })
  }

  /** True: both still differ, and a person was told, if it is as it was compared. */
  async function compare(id: string, unlisted: boolean): Promise<boolean> {
    const compared = await comparedNow(id)
    if (!compared) return false
    const { payment, state, found } = compared
    if (found && isForPerson(found)) {
      await tell(payment, found)
      return true
    }
    if (found) return mend(payment, found)
    if (state && !isSame(payment, state)) await settle(payment)
    if (unlisted && state && state.amountMinor > 0) await tellUnlisted(payment)
    return false
  }

  /**
   * A payment is told as missing unless another look at its provider's list has found it there meanwhile, or something of it is news:
   * then a day has not gone by since.
   */
  const tellUnlisted = (payment: PaymentRow) =>
    differences.tell(
      payment,
      { what: 'unlisted', theirs: {}, ours: {} },
      async (tx) => (await isUnchanged(tx, payment)) && !(await store.isListed(tx, payment.id)),
    )

  /** It is noted before the answer takes effect: whoever dies in between, its end is told by the next look. */
  async function mend(payment: PaymentRow, found: Difference): Promise<boolean> {
    const noted = await differences.note(payment, found)
    failpoint('difference noted')
    return hear(noted, payment, found)
  }

  return {
    compareAll,

    /** Whether what was found, also on an earlier night, still differs. */
    async lookAgain(one: store.DifferenceRow): Promise<void> {
      if (one.paymentId === null) return differences.lookForStranger(one)
      if (one.what === 'unlisted') {
        if (await store.isListed(db, one.paymentId)) await differences.gone(one, await paymentById(db, one.paymentId))
      } else if (one.what === 'listedOtherwise') {
        await differences.endedIf(one, async (_, payment) => one.listedAsKnown === true || isAsListed(payment, one))
      } else if (one.what !== 'notConfirmed') {
        const compared = await comparedNow(one.paymentId)
        if (compared?.found && !isForPerson(compared.found)) await hear(one, compared.payment, compared.found)
        else await conclude(one, compared)
      }
    },
  }
}

type Hearing = Pick<ComparingOptions, 'settle' | 'differences'> &
  Pick<ReturnType<typeof createQuestions>, 'comparedNow'>

function createHearing({ settle, differences, comparedNow }: Hearing) {
  /** What was found, and what its provider says after that, takes effect before it counts. */
  async function hear(noted: store.DifferenceRow, payment: PaymentRow, found: Difference): Promise<boolean> {
    for (let [heard, times] = [found, 1]; ; times++) {
      await settle(payment)
      failpoint('difference settled')
      const compared = await comparedNow(payment.id)
      const still = compared?.found
      // What its provider says only since then is no difference until that was heard, too.
      if (!still || isForPerson(still) || times === MOST_HEARD || isDeepStrictEqual(still.theirs, heard.theirs))
        return conclude(noted, compared)
      heard = still
    }
  }

  /** False: what is known of it has changed since it was compared. */
  const tell = (payment: PaymentRow, found: Difference) =>
    differences.tell(payment, found, (tx) => isUnchanged(tx, payment))

  /** Both say the same now, or a person must look: true. What has changed since then is looked at again another night. */
  async function conclude(noted: store.DifferenceRow, compared: Compared | undefined): Promise<boolean> {
    const { payment, found } = compared ?? {}
    if (!payment || !found) await differences.gone(noted, payment)
    else if ((await tell(payment, found)) && found.what !== noted.what) await differences.ended(noted)
    return found !== undefined
  }

  return { hear, conclude, tell }
}

/** What we know as paid is not forgotten because its provider knows of nothing: that is for a person to see. */
const isForPerson = ({ what }: Difference) => what === 'paidHereAlone'

interface Compared {
  payment: PaymentRow
  /** Null: its provider knows no such payment. */
  state: PaymentState | null
  found: Difference | undefined
}

/** What its provider answers about a payment, and whether that differs from what we know. */
function createQuestions({ db, providerOf, settlement }: Pick<ComparingOptions, 'db' | 'providerOf' | 'settlement'>) {
  /**
   * Also where what has gone back is all that was paid, on both sides: what the provider has sent back of it is not on a
   * balance as well.
   */
  async function differ(payment: PaymentRow, state: PaymentState | null): Promise<Difference | undefined> {
    const found = differenceOf(payment, state)
    if (found || !state || payment.toBalance === 0) return found
    const isOnBalance = await db.transaction(async (tx) => {
      const order = await settlement.lock(tx, payment.orderId)
      return order && settlement.isOnBalance(tx, order, payment, heardOf(payment, state))
    })
    return isOnBalance ? undefined : asDifference('refund', payment, state)
  }

  /** Null: the provider knows no such payment. */
  async function ask(payment: PaymentRow): Promise<PaymentState | null> {
    const { provider, methodId, providerRef, id, currency } = payment
    const asked = providerOf(provider, methodId)
    if (!asked) throw new ProviderUnreachable(provider, 'not_configured')
    const state = await asked.query({ providerRef, attemptId: id, currency }).catch(nullIfUnknown)
    if (!state) return null
    // What a person sent back because nobody has that balance any more is never in its ledger; other providers must have it.
    const made = provider === BALANCE ? await withMadeByHand(db, payment, state) : state
    return withLostByHand(db, payment, made)
  }

  /** As of one moment: a notice may be faster than the question, and what was known before it says nothing then. */
  async function comparedNow(id: string): Promise<Compared | undefined> {
    for (let payment = await paymentById(db, id), times = 1; payment; times++) {
      const state = await ask(payment)
      const found = await differ(payment, state)
      const now = found && (await paymentById(db, id))
      if (!found || now?.version === payment.version || times === MOST_READ) return { payment, state, found }
      payment = now
    }
    return undefined
  }

  return { comparedNow }
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof ProviderRefused && error.about === 'payment') return null
  throw error
}
