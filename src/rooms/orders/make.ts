// Making an order: the shop's own prices, the shop's own sum, exactly the keys that it will get, all or nothing.
import { randomUUID } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { ownerOf } from '#rooms/coupons/hands.ts'
import { FIRST_POLL_MS, isForMembers } from '#rooms/payments/hands.ts'
import { type Catalogue, skuLabel } from '#rooms/products/hands.ts'
import { parts } from './amounts.ts'
import { type Line, outOfStock, RivalsHoldKeys, readLines, reserve, shortLines } from './make-lines.ts'
import { type Price, type PriceParts, priceOf } from './make-price.ts'
import { type Body, type OrderRequest, type Origin, type RequestParts, readRequest } from './make-request.ts'
import { type NewOrder, writeOrder } from './make-store.ts'
import { randomOrderNo } from './order-no.ts'
import { ASKS_FOR_WAIVER, PAYMENT_MINUTES } from './settings.ts'
import * as store from './store.ts'
import { waiverGiven } from './waiver.ts'

export interface MadeOrder {
  order: store.OrderRow
  attemptId: string
}

type Made = MadeOrder | { repeated: store.RepeatedOrder }

export interface MakeOptions extends RequestParts, PriceParts {
  db: Database
  catalogue: Catalogue
  /** Settles an order that costs nothing, in the transaction that makes it. */
  payNothing(tx: Transaction, orderId: string): Promise<void>
}

/**
 * Makes the order, or answers the id of the one that the same idempotency key made before. Throws the refusals that the
 * contract names; then nothing was written.
 */
export async function makeOrder(options: MakeOptions, body: Body, from: Origin): Promise<Made> {
  const { db } = options
  const request = readRequest(options, body, from)
  // Again when the random order number was taken, and once more, patiently, when rivals hold keys that would suffice.
  let patient = false
  for (;;) {
    const made = await db
      .transaction((tx) => make(tx, options, request, patient))
      .catch(async (error) => {
        if (error instanceof RivalsHoldKeys) {
          patient = true
          return undefined
        }
        // A repetition may be refused for what the first has got: it gets the answer of the first.
        const repeated = error instanceof CallError && (await findRepeated(db, request))
        if (repeated) return repeated
        throw error
      })
    if (!made) continue
    failpoint('order committed')
    return made
  }
}

/** Undefined: its random number was taken, and nothing was written. Throws RivalsHoldKeys unless `patient`. */
async function make(
  tx: Transaction,
  options: MakeOptions,
  request: OrderRequest,
  patient: boolean,
): Promise<Made | undefined> {
  const { offers, coupons, reservations, payNothing } = options
  const { method, currency, country, reserver } = request
  const refusal = offers.refusal(method, { currency: currency.code, country })
  if (refusal) throw refused(refusal)
  if (isForMembers(method) && request.from.memberId === null) throw refused('pay.memberOnly')
  const lines = await readLines(tx, request.wanted, method, request.from.locale)
  const placedAt = lines[0]!.row.now
  const waiver = options.settings.read(ASKS_FOR_WAIVER)
    ? waiverGiven(request.waiver, { locale: request.from.locale, at: placedAt })
    : null
  const price = await priceOf(tx, options, request, lines)
  // One that costs nothing is paid by being made.
  const tooMany = price.sums.total > 0 && (await reservations.refusal(tx, reserver, lines, request.altcha))
  if (tooMany) {
    // Nobody works for what cannot be had.
    const short = shortLines(lines)
    throw short.length > 0 ? outOfStock(short) : refused('pay.tooManyUnpaid', tooMany)
  }

  const order = orderRow(options, request, price, placedAt)
  const attemptId = randomUUID()
  const claimOf = patient ? [] : lines.filter(({ row }) => row.backing === 'keys').map((line) => line.offerId)
  const newOrder: NewOrder = {
    ...order,
    rateE8: String(order.rateE8),
    note: request.memberRemark,
    waiver,
    idempotencyHash: request.from.idempotencyHash,
    requestHash: request.requestHash,
    browserHash: request.from.browserHash,
    ...reserver,
    lines: lineRows(options, request, price, lines),
    attempt: { id: attemptId, provider: method.provider, pollAt: new Date(placedAt.getTime() + FIRST_POLL_MS) },
  }
  const written = await writeOrder(tx, newOrder, claimOf)
  if (!written) return findRepeated(tx, request)
  await reserve(tx, lines, written.lines, patient)
  if (price.couponId !== undefined)
    await coupons.reserve(tx, {
      couponId: price.couponId,
      orderId: order.id,
      ...(await ownerOf(tx, written.memberId, order.deliveryEmail)),
    })
  if (order.total === 0) await payNothing(tx, order.id)
  failpoint('order written')
  return { order, attemptId }
}

function orderRow(
  { settings }: MakeOptions,
  { deliveryEmail, from, currency, method }: OrderRequest,
  { sums, couponId }: Price,
  placedAt: Date,
): store.OrderRow {
  return {
    id: randomUUID(),
    orderNo: randomOrderNo(),
    memberId: from.memberId,
    status: 'Unpaid',
    placedAt,
    expiresAt: new Date(placedAt.getTime() + settings.read(PAYMENT_MINUTES) * 60_000),
    deliveryEmail,
    locale: from.locale,
    currency: currency.code,
    rateE8: currency.rateE8,
    paymentMethod: method.id,
    ...parts(sums),
    couponId: couponId ?? null,
    topUpCents: null,
  }
}

/** As they stay with the order, whatever becomes of the products. */
const lineRows = (
  { catalogue }: MakeOptions,
  { from }: OrderRequest,
  { sums }: Price,
  lines: Line[],
): NewOrder['lines'] =>
  lines.map(({ row, ...line }, i) => ({
    ...line,
    name: row.name,
    skuCode: row.skuCode,
    skuLabel: skuLabel(row, catalogue.shelves, from.locale),
    unitUsdCents: row.priceCents,
    unit: sums.units[i]!,
    total: sums.lines[i]!,
  }))

async function findRepeated(
  db: Queryable,
  { from: { idempotencyHash }, requestHash }: OrderRequest,
): Promise<{ repeated: store.RepeatedOrder } | undefined> {
  const known = idempotencyHash && (await store.orderByIdempotencyHash(db, idempotencyHash))
  if (known && !known.requestHash.equals(requestHash)) throw refused('error.idempotencyReused')
  return known ? { repeated: known } : undefined
}
