// What a person does to an order whose money waits for a decision (decision C4): hold, accept, refund, release. Each is one
// transaction with the order locked, recorded with who, why and what it did; the back office calls the same.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { decimal, sellingUnit } from '#platform/money.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import {
  acceptCurrency,
  askNow,
  dropWanted,
  type PaymentRow,
  paymentsOf,
  refundsOf,
  takesRefunds,
  wantRefund,
} from '#rooms/payments/hands.ts'
import { keysOf, reserveAgain } from '#rooms/vault/hands.ts'
import { orderLines } from '../buyer/line-store.ts'
import { BY_PERSON } from '../reason-rules.ts'
import { sourceIsGone } from '../refunds/refund-choice.ts'
import { goesToBalance } from '../refunds/refund-choice-store.ts'
import { refundedUnits } from '../refunds/unit-store.ts'
import { type Unit, unitsOf } from '../refunds/units.ts'
import { isErased, mayMove } from '../rules.ts'
import { inCents } from '../settling/payment-worth.ts'
import type { Settling } from '../settling/settle.ts'
import type * as store from '../store.ts'
import { settleTopUp, topUpLeft } from '../top-ups/top-ups.ts'
import { ActRefused } from './act-refused.ts'
import { type By, createActing } from './acting.ts'
import type { DidPart } from './did.ts'
import * as holds from './hold-store.ts'
import { endHolds } from './person-holds.ts'

type Settle = Pick<Settling, 'deliver' | 'takeOver' | 'hold' | 'takeBack'>

/** Orders that can be held: delivered keys are with the buyer, and an ended order has none left. */
const HOLDABLE = ['Unpaid', 'Paid', 'Processing']
export const isHoldable = ({
  status,
  statusBeforeDispute,
}: Pick<store.LockedOrder, 'status' | 'statusBeforeDispute'>) =>
  HOLDABLE.includes(status === 'Disputed' ? (statusBeforeDispute ?? status) : status)
/** It cost nothing, is with its buyer or about to be, and nobody has paid for it all the same. */
export const isTakenBack = ({ status, total }: Pick<store.LockedOrder, 'status' | 'total'>, payments: PaymentRow[]) =>
  total === 0 && mayMove(status, 'Refunded') && payments.every((payment) => leftOf(payment) <= 0)
export const PAID = ['Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded', 'Disputed']

export function createActs({ db, settling }: { db: Database; settling: Settle }) {
  const act = createActing(db)

  return {
    /** The order is taken as paid by the money that has come, and delivered as far as there are keys. */
    accept: (orderId: string, by: By) =>
      act(orderId, 'accept', by, (tx, order) =>
        PAID.includes(order.status) ? letGoOn(tx, settling, order, by) : takeAsPaid(tx, settling, order, by),
      ),

    /** Nothing of it is delivered, paid or given up until the release. Money that comes all the same is taken and waits. */
    hold: (orderId: string, by: By) =>
      act(orderId, 'hold', by, async (tx, order) => {
        if (!isHoldable(order)) throw new ActRefused('notHoldable', { status: order.status })
        if (!(await settling.hold(tx, order, { actor: by.actor, reason: by.reason })))
          throw new ActRefused('heldAlready')
        return [['held']]
      }),

    /**
     * Money goes back to where it came from: an amount in hundredths, or all that is left (null); of a top-up what is unspent.
     * Null, and the order cost nothing: it is taken back as one whose money has gone back.
     */
    refund: (orderId: string, by: By, amount: number | null) =>
      act(orderId, 'refund', by, async (tx, order) => {
        if (amount === null && isTakenBack(order, await paymentsOf(tx, orderId))) {
          by.allow?.(0)
          await settling.takeBack(tx, order, by.reason, by.actor)
          return [['tookBack']]
        }
        const open = await holds.openHolds(tx, orderId)
        const payment = await moneyOf(tx, order, open)
        const unspent = await topUpLeft(tx, orderId, payment.id)
        const left = unspent ?? leftOf(payment)
        if (unspent === 0) throw new ActRefused('topUpSpent')
        if (amount !== null && amount % sellingUnit(payment.currency) !== 0)
          throw new ActRefused('wholeUnits', { currency: payment.currency })
        if (amount !== null && amount > left)
          throw new ActRefused(unspent === undefined ? 'lessLeft' : 'lessUnspent', {
            amount: `${decimal(left)} ${payment.currency}`,
          })
        if (amount !== null && amount < left && order.status === 'Processing') throw new ActRefused('waitsForKeys')
        by.allow?.(await inCents(tx, order, payment, payment.refundedAmount + (amount ?? left)))
        const did = await ask(tx, order, payment, amount ?? left, by)
        // Nobody spends what is on its way back.
        if (unspent !== undefined) await settleTopUp(tx, orderId)
        return did
      }),

    /** Single units are refunded with what each cost; its key is shown no more once its money has gone (decision F7). */
    refundUnits: (orderId: string, by: By, names: UnitName[]) =>
      act(orderId, 'refund', by, async (tx, order) => {
        const payment = (await paymentsOf(tx, orderId)).find(({ id }) => id === order.paidPaymentId)
        if (!payment || !PAID.includes(order.status)) throw new ActRefused('unitsOfPaid', { status: order.status })
        const units = await orderUnits(tx, order, payment)
        const chosen = choose(units, names)
        const left = leftOf(payment)
        const isLast = units.every((unit) => unit.refund !== 'none' || chosen.includes(unit))
        const amount = isLast ? left : chosen.reduce((sum, unit) => sum + unit.amount, 0)
        if (amount <= 0) throw new ActRefused('nothingPaid')
        if (!isLast && amount >= left)
          throw new ActRefused('unitsAboveLeft', {
            left: `${decimal(left)} ${payment.currency}`,
            amount: `${decimal(amount)} ${payment.currency}`,
          })
        by.allow?.(await inCents(tx, order, payment, payment.refundedAmount + amount))
        return ask(tx, order, payment, amount, by, chosen)
      }),

    /** The holds are lifted, and the order goes on as if it had never been held. */
    release: (orderId: string, by: By) =>
      act(orderId, 'release', by, async (tx, order) => {
        const lifted = await endHolds(tx, orderId, { actor: by.actor, why: `${BY_PERSON.released}${by.reason}` })
        if (lifted === 0) throw new ActRefused('notHeld')
        await askNow(tx, orderId)
        if (order.status === 'Processing' && !(await holds.isHeld(tx, orderId))) {
          const owing = await settling.deliver(tx, order)
          if (owing.length === 0) return [['lifted'], ['delivered']]
        }
        return [['lifted'], ['asksProviders']]
      }),
  }
}

/** A paid order that is held. */
async function letGoOn(tx: Transaction, settling: Settle, order: store.LockedOrder, by: By): Promise<DidPart[]> {
  const open = await holds.openHolds(tx, order.id)
  if (open.length === 0) throw new ActRefused('nothingToAccept', { status: order.status })
  await endHolds(tx, order.id, { actor: by.actor, why: `${BY_PERSON.accepted}${by.reason}` })
  if (order.status !== 'Processing') return [['lifted']]
  // What bars it still is money on its way back: that and the keys are not both the buyer's.
  if (await holds.isHeld(tx, order.id)) throw new ActRefused('moneyGoesBack')
  const owing = await settling.deliver(tx, order)
  return [['lifted'], deliveredOr(owing)]
}

async function takeAsPaid(tx: Transaction, settling: Settle, order: store.LockedOrder, by: By): Promise<DidPart[]> {
  const open = await holds.openHolds(tx, order.id)
  if (order.status === 'Refunded') throw new ActRefused('wasRefunded')
  // There is nobody to deliver to.
  if (isErased(order)) throw new ActRefused('erased')
  const payment = await moneyOf(tx, order, open)
  await dropRefunds(tx, payment)
  const currency = await holds.heldCurrency(tx, payment.id)
  if (currency) await acceptCurrency(tx, payment.id, currency)
  await endHolds(tx, order.id, { actor: by.actor, why: `${BY_PERSON.accepted}${by.reason}` })
  // Its coupon's use is taken again if there is one left; the price stands either way, for a person says so.
  const coupon = order.couponId === null || (await spendCouponUse(tx, order.couponId, order.id))
  // Where not all of it is to be had, nothing of its suppliers is taken, and nothing comes back to them.
  const isReserved = !order.releasedAt || (await reserveAgain(tx, order.id))
  await settling.takeOver(tx, order, payment, isReserved)
  const owing = await settling.deliver(tx, order, {
    to: 'Paid',
    actor: by.actor,
    reason: `${BY_PERSON.accepted}${by.reason}`,
  })
  return [
    ['tookAsPaid', { provider: payment.provider, payment: payment.id }],
    deliveredOr(owing),
    ...(coupon ? [] : [['couponUsedUp'] as const]),
  ]
}

const deliveredOr = (owing: readonly unknown[]): DidPart => [owing.length === 0 ? 'delivered' : 'waits']

/** Wants the money back, and says so. `units`: what it is for, where a person has named that. */
async function ask(
  tx: Transaction,
  order: store.LockedOrder,
  payment: PaymentRow,
  amount: number,
  by: By,
  units: Unit[] = [],
): Promise<DidPart[]> {
  const wanted = await wantRefund(tx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    cause: 'operator',
    units,
    ...{ actor: by.actor, reason: by.reason },
  })
  if (!wanted) throw new ActRefused('refundUnderWay')
  const toBalance = await goesToBalance(tx, payment.orderId, payment.id)
  const money = { amount: `${decimal(amount)} ${payment.currency}`, payment: payment.id }
  return [
    toBalance ? ['refundToBalance', money] : ['refundByProvider', { ...money, provider: payment.provider }],
    ...(units.length > 0 ? [['forUnits', { units: units.map(nameOf).join(', ') }] as const] : []),
    [sentBy(order, payment, toBalance)],
  ]
}

function sentBy(order: store.LockedOrder, payment: PaymentRow, toBalance: boolean) {
  if (sourceIsGone(order, payment)) return 'accountClosed'
  return takesRefunds(payment.provider) || toBalance ? 'shopSends' : 'madeThere'
}

/** A line of the order, or one unit of it, both counted from 1. */
export interface UnitName {
  line: number
  /** Null: all of the line that were not refunded. */
  unit: number | null
}

const nameOf = ({ line, unit }: Pick<Unit, 'line' | 'unit'>) => `${line}.${unit}`

/** What single units cost and which keys they have; of an order that this payment has paid, or that cost nothing. */
export async function orderUnits(
  db: Queryable,
  order: { id: string; currency: string },
  payment: Pick<PaymentRow, 'amount' | 'paidAmount' | 'currency'> | undefined,
): Promise<Unit[]> {
  return unitsOf({
    paid: payment ? Math.min(payment.amount, payment.paidAmount ?? 0) : 0,
    currency: payment?.currency ?? order.currency,
    lines: await orderLines(db, order.id),
    keys: await keysOf(db, order.id),
    refunded: await refundedUnits(db, order.id),
  })
}

/** Each unit that is named, once; refuses what is not there and what was refunded. */
function choose(units: Unit[], names: UnitName[]): Unit[] {
  const chosen = new Set<Unit>()
  for (const name of names) {
    const line = units.filter((unit) => unit.line === name.line)
    if (line.length === 0) throw new ActRefused('noLine', { line: name.line })
    const named = line.filter((unit) => (name.unit === null ? unit.refund === 'none' : unit.unit === name.unit))
    if (named.length === 0)
      throw new ActRefused(name.unit === null ? 'lineRefunded' : 'noUnit', { line: name.line, units: line.length })
    for (const unit of named) {
      if (unit.refund !== 'none')
        throw new ActRefused(unit.refund === 'done' ? 'unitRefunded' : 'unitUnderWay', { unit: nameOf(unit) })
      chosen.add(unit)
    }
  }
  return units.filter((unit) => chosen.has(unit))
}

/** The payment that a person means: what the order is held for, what has paid it, or the latest with money. */
export function meantPayment(
  payments: PaymentRow[],
  { paidPaymentId }: Pick<store.LockedOrder, 'paidPaymentId'>,
  open: holds.Hold[],
): PaymentRow | undefined {
  const withMoney = payments.filter((payment) => leftOf(payment) > 0)
  return (
    // A surplus that could not be sent back by itself is what a person is asked about first.
    withMoney.find(({ id }) => open.some((hold) => hold.paymentId === id)) ??
    withMoney.find(({ id }) => id === paidPaymentId) ??
    withMoney[0]
  )
}

/** What has come of it and not gone back, in hundredths. */
export const leftOf = ({ paidAmount, refundedAmount }: PaymentRow) => (paidAmount ?? 0) - refundedAmount

async function moneyOf(tx: Transaction, order: store.LockedOrder, open: holds.Hold[]): Promise<PaymentRow> {
  const found = meantPayment(await paymentsOf(tx, order.id), order, open)
  if (!found) throw new ActRefused('noMoney')
  return found
}

/** Drops the refunds of this payment that were not sent yet; refuses if one was sent. */
async function dropRefunds(tx: Transaction, { id, orderId }: PaymentRow): Promise<void> {
  await dropWanted(tx, id)
  const open = (await refundsOf(tx, orderId)).filter(({ paymentId }) => paymentId === id)
  if (open.some(({ state }) => state === 'asked' || state === 'pending')) throw new ActRefused('moneyGoesBack')
}
