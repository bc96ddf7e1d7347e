// Where money of an order goes when it goes back (decision F7): to where it came from, which needs no word of anybody's, or to
// its member's balance, if he has said so. There it is in US cents, at the rate that the order was made with.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { convert, exchangeInto, toMajor } from '#platform/money.ts'
import { bring, broughtBy } from '#rooms/ledger/hands.ts'
import { BALANCE, type HeardState, type PaymentRow } from '#rooms/payments/hands.ts'
import { recordAct } from '../acts/hold-store.ts'
import type { memberOrdersContract } from '../member-contract.ts'
import { WHY } from '../reason-rules.ts'
import { inUsd } from '../rules.ts'
import type { RefundTo } from '../schemas.ts'
import { type LockedOrder, lockOrder } from '../store.ts'
import { choose, type MayGo, mayGo } from './refund-choice-store.ts'

/**
 * What a member's balance should have of a payment's refunds by now, in US cents. Reckoned of all of them together, so that
 * parts never come to more than the whole; contested money is not the member's while it is, nor what went back to its source
 * after all; what the provider can't say changes nothing (`before`). Pure.
 */
export function balanceWorth(
  { state, toBalance, toSource, amountMinor }: HeardState,
  rateE8: bigint,
  before: number,
): number {
  if (state === 'unknown') return before
  if (state === 'disputed') return 0
  return inUsd(Math.max(0, Math.min(toBalance, amountMinor - toSource)), rateE8)
}

/** Its member's balance gets, or loses, what has become of a payment that was refunded to it. Answers the difference in cents. */
export async function settleOnBalance(
  tx: Transaction,
  order: LockedOrder,
  paymentId: string,
  state: HeardState,
): Promise<number> {
  if (state.toBalance === 0) return 0
  const { cents } = await shouldBring(tx, order, paymentId, state)
  return bring(tx, { as: 'refund', memberId: order.memberId, paymentId, reference: order.orderNo, cents })
}

/** Its member's balance has what `settleOnBalance` would leave there. */
export async function isOnBalance(
  db: Queryable,
  order: Pick<LockedOrder, 'rateE8'>,
  paymentId: string,
  state: HeardState,
): Promise<boolean> {
  const { cents, before } = await shouldBring(db, order, paymentId, state)
  return cents === before
}

async function shouldBring(
  db: Queryable,
  { rateE8 }: Pick<LockedOrder, 'rateE8'>,
  paymentId: string,
  state: HeardState,
) {
  const before = (await broughtBy(db, paymentId, 'refund'))?.cents ?? 0
  return { before, cents: balanceWorth(state, BigInt(rateE8), before) }
}

/**
 * What of a payment that was refunded to its member's balance is still there, in hundredths of its currency: some of it may have
 * been taken off again, because it is contested or has gone back another way after all. What he spends of it counts as there.
 */
export async function leftOnBalance(
  db: Queryable,
  { id, toBalance, currency }: Pick<PaymentRow, 'id' | 'toBalance' | 'currency'>,
  rateE8: number,
): Promise<number> {
  if (toBalance === 0) return 0
  const cents = (await broughtBy(db, id, 'refund'))?.cents ?? 0
  const rate = BigInt(rateE8)
  // There and back again it may be another cent.
  return cents >= inUsd(toBalance, rate) ? toBalance : Math.min(toBalance, convert(cents, exchangeInto(currency, rate)))
}

/** Paid from a balance that is nobody's any more, since its member closed his account: there nobody would ever find it. Pure. */
export const sourceIsGone = (
  order: Pick<LockedOrder, 'memberId'>,
  { provider }: Pick<PaymentRow, 'provider'>,
): boolean => provider === BALANCE && order.memberId === null

/** What the member sees of it: null where there is nothing to choose. */
export async function refundTo(db: Queryable, orderId: string, memberId: string): Promise<RefundTo | null> {
  const found = await mayGo(db, orderId, memberId)
  if (!found || found.left === 0) return null
  if (found.isGiven) return { to: 'source', amount: 0, isFixed: true }
  return { to: found.chosenAt ? 'balance' : 'source', amount: toMajor(worthOf(found)) }
}

const worthOf = ({ left, before, rateE8 }: MayGo) =>
  inUsd(before + left, BigInt(rateE8)) - inUsd(before, BigInt(rateE8))

export function refundChoiceCalls({ db }: { db: Database }) {
  return {
    'POST /api/profile/order/refundTo/{id}': ({ params: { id }, body: { to } }, caller) => {
      const { memberId } = memberOf(caller)
      return db.transaction(async (tx) => {
        // Whoever begins a refund has it locked too: what is answered here is what counts then.
        const order = await lockOrder(tx, id)
        if (order?.memberId !== memberId) throw notFound()
        const now = await refundTo(tx, id, memberId)
        if (!now || now.isFixed) throw refused('order.noRefundToChoose', { orderStatus: order.status })
        if (await choose(tx, id, to === 'balance'))
          await recordAct(tx, {
            orderId: id,
            act: 'refund destination',
            actor: `member ${memberId}`,
            reason: WHY.hisChoice,
            did: { did: to === 'balance' ? 'refunds go to his balance' : 'refunds go to where the money came from' },
          })
        return { ...now, to }
      })
    },
  } satisfies Partial<Handlers<typeof memberOrdersContract>>
}
