// What a signed notice says of the money and the answers of its provider have not confirmed for an hour (decision C4). It is a
// difference, told and settled as those of the nightly comparison are, and ends by itself once an answer agrees.
import type { Database, Transaction } from '#platform/database/database.ts'
import { eachOf } from '#platform/jobs/each.ts'
import type { Difference } from './compare.ts'
import type { createDifferences } from './differences.ts'
import { type OldClaim, type OpenClaim, openClaims, unconfirmedAfter } from './notice-store.ts'
import type { Claim, SettledState } from './providers/provider.ts'
import { openDifferences } from './reconcile-store.ts'
import { confirms } from './rules.ts'
import { type PaymentRow, paymentById } from './store.ts'

/** The state that a payment has when such a notice is right. The others say nothing that a person must see to. */
const SAID: Partial<Record<Claim['says'], SettledState>> = {
  paid: 'completed',
  refunded: 'refunded',
  disputed: 'disputed',
}

/** A person was told of these, and their orders wait. */
const TOLD_OTHERWISE: readonly PaymentRow['state'][] = ['unknown', 'disputed']

const AT_ONCE = 200

export function createUnconfirmed({
  db,
  differences,
}: {
  db: Database
  differences: Pick<ReturnType<typeof createDifferences>, 'tell' | 'endedIf'>
}) {
  async function* unconfirmed() {
    for (let after: string | null = null; ; ) {
      const page = await unconfirmedAfter(db, { says: Object.keys(SAID), after, limit: AT_ONCE })
      yield* page
      if (page.length < AT_ONCE) return
      after = page.at(-1)!.paymentId
    }
  }

  /** Job. */
  async function tellUnconfirmed(): Promise<void> {
    const telling = eachOf(unconfirmed(), async ({ paymentId, claims }) => {
      const payment = await paymentById(db, paymentId)
      const old = payment ? unconfirmedOf(payment, claims).filter(({ isOld }) => isOld) : []
      if (old.length > 0) await tellOf(payment!, old)
    })
    // What is over ends also where something else cannot be told.
    await telling.finally(endThoseOver)
  }

  async function tellOf(payment: PaymentRow, old: OldClaim[]): Promise<void> {
    const { state, paidAmount, refundedAmount, currency } = payment
    const found: Difference = {
      what: 'notConfirmed',
      theirs: { ...saidBy(old.at(-1)!.claim), since: old[0]!.since, notices: old.map(({ notice }) => notice) },
      ours: { state, paid: paidAmount ?? 0, back: refundedAmount, currency },
    }
    // An answer may have agreed with some since they were read: the others are told by the next run.
    await differences.tell(payment, found, async (tx) => {
      const now = await paymentById(tx, payment.id)
      const open = now ? await unconfirmedIn(tx, now) : []
      return old.every(({ id }) => open.includes(id))
    })
  }

  async function* told() {
    for (let cursor: string | null = null; ; ) {
      const page = await openDifferences(db, null, cursor, AT_ONCE)
      yield* page
      if (page.length < AT_ONCE) return
      cursor = String(page.at(-1)!.id)
    }
  }

  /** Each is looked at anew: another run may have told it since this one began. */
  const endThoseOver = () =>
    eachOf(told(), async (one) => {
      if (one.what === 'notConfirmed') await differences.endedIf(one, isOver)
    })

  const unconfirmedIn = async (tx: Transaction, payment: PaymentRow) =>
    unconfirmedOf(payment, await openClaims(tx, payment.id, Object.keys(SAID))).map(({ id }) => id)

  const isOver = async (tx: Transaction, payment: PaymentRow) => (await unconfirmedIn(tx, payment)).length === 0

  return { tellUnconfirmed }
}

const saidBy = (claim: Claim) => ({
  state: SAID[claim.says],
  ...(claim.says === 'refunded' && claim.refundedMinor !== null && { back: claim.refundedMinor }),
  ...(claim.says === 'disputed' && claim.dispute && { dispute: claim.dispute }),
})

/** What is known may agree with a notice that came again, before its provider is asked once more. */
function unconfirmedOf<Open extends Pick<OpenClaim, 'claim'>>(
  { state, refundedAmount }: PaymentRow,
  claims: Open[],
): Open[] {
  if (TOLD_OTHERWISE.includes(state)) return []
  const known = { state: state === 'created' ? ('pending' as const) : state, refundedMinor: refundedAmount }
  return claims.filter(({ claim }) => claim.says in SAID && !confirms(known, claim))
}
