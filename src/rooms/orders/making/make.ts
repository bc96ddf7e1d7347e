// Making an order: the shop's own prices, the shop's own sum, exactly the keys that it will get, all or nothing.
import { randomUUID } from 'node:crypto'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import { ownerOf } from '#rooms/coupons/hands.ts'
import { FIRST_POLL_MS, isForMembers, type Method } from '#rooms/payments/hands.ts'
import { type Catalogue, skuLabel } from '#rooms/products/hands.ts'
import { parts } from '../amounts.ts'
import { ASKS_FOR_WAIVER, PAYMENT_MINUTES } from '../settings.ts'
import * as store from '../store.ts'
import { type Line, outOfStock, RivalsHoldKeys, readLines, reserve, shortLines } from './make-lines.ts'
import { type Price, type PriceParts, priceOf } from './make-price.ts'
import {
  type Body,
  type OrderRequest,
  type Origin,
  type RequestParts,
  readRequest,
  requestHashOf,
} from './make-request.ts'
import { type NewOrder, writeOrder } from './make-store.ts'
import { randomOrderNo } from './order-no.ts'
import type { Reserver } from './reservations.ts'
import { type GivenWaiver, waiverGiven } from './waiver.ts'

export interface MadeOrder {
  order: store.OrderRow
  attemptId: string
}

type Made = MadeOrder | { repeated: store.RepeatedOrder }

export interface MakeOptions extends RequestParts, PriceParts, MakeParts {}

/** What any order is made with, whoever orders. */
export interface MakeParts extends Pick<PriceParts, 'settings' | 'coupons'> {
  db: Database
  catalogue: Catalogue
  /** Settles an order that costs nothing, in the transaction that makes it. */
  payNothing(tx: Transaction, orderId: string): Promise<void>
}

/** What an order is made of that is known before its prices. */
export interface Placing extends Pick<OrderRequest, 'deliveryEmail' | 'currency' | 'memberRemark' | 'requestHash'> {
  /** How it is to be paid. */
  method: Pick<Method, 'id' | 'provider'>
  /** No attempt to pay is begun with it. */
  isPaidLater?: boolean
  from: Pick<Origin, 'locale' | 'memberId' | 'idempotencyHash'> & { browserHash: Buffer | null }
  /** How long it waits for its payment; else as the shop says. */
  hours?: number
  /** Null: what it reserves is counted against nobody. */
  reserver: Reserver | null
  /** Who orders, as it stands with its first event. */
  actor: string
  /** What belongs to the same transaction, once it stands as it is. */
  written?(tx: Transaction, order: store.OrderRow): Promise<void>
}

interface Agreed {
  lines: Line[]
  price: Price
  waiver: GivenWaiver | null
}

/**
 * Makes the order, or answers the earlier order of the same idempotency key, as `repeated`. Throws the refusals that the contract
 * names; then nothing was written.
 */
export async function makeOrder(options: MakeOptions, body: Body, from: Origin): Promise<Made> {
  let request: OrderRequest
  try {
    request = readRequest(options, body, from)
  } catch (error) {
    // What it names may be gone by now; a repetition gets the answer of the first all the same.
    const asked = { from, requestHash: requestHashOf(body) }
    const repeated = error instanceof CallError && (await findRepeated(options.db, asked))
    if (repeated) return repeated
    throw error
  }
  return makeAgreed(options, { ...request, actor: 'shopper' }, (tx) => agree(tx, options, request))
}

/** Makes an order of the lines and the price that `agreeing` answers, or answers the earlier one; `agreeing` throws what bars it. */
export async function makeAgreed(
  options: MakeParts,
  request: Placing,
  agreeing: (tx: Transaction) => Promise<Agreed>,
): Promise<Made> {
  const { db } = options
  // Again when the random order number was taken, and once more, patiently, when rivals hold keys that would suffice.
  let patient = false
  for (;;) {
    const made = await db
      .transaction(async (tx) => make(tx, options, request, await agreeing(tx), patient))
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

/** What a shopper agrees to: what he was shown, if it is still so. */
async function agree(tx: Transaction, options: MakeOptions, request: OrderRequest): Promise<Agreed> {
  const { method, currency, country, reserver } = request
  // Discount, points and the order in his list would be gone without a word.
  if (request.asMember && request.from.memberId === null) throw new CallError(401, 'message.loginFirst')
  const refusal = options.offers.refusal(method, { currency: currency.code, country })
  if (refusal) throw refused(refusal)
  if (isForMembers(method) && request.from.memberId === null) throw refused('pay.memberOnly')
  const lines = await readLines(tx, request.wanted, method.productTypes, request.from.locale)
  const waiver = options.settings.read(ASKS_FOR_WAIVER)
    ? waiverGiven(request.waiver, { locale: request.from.locale, at: lines[0]!.row.now })
    : null
  const price = await priceOf(tx, options, request, lines)
  const tooMany = await options.reservations.refusal(tx, reserver, lines, request.altcha)
  if (tooMany) {
    // Nobody works for what cannot be had.
    const short = shortLines(lines)
    throw short.length > 0 ? outOfStock(short) : refused('pay.tooManyUnpaid', tooMany)
  }
  return { lines, price, waiver }
}

/** Undefined: its random number was taken, and nothing was written. Throws RivalsHoldKeys unless `patient`. */
async function make(
  tx: Transaction,
  options: MakeParts,
  request: Placing,
  { lines, price, waiver }: Agreed,
  patient: boolean,
): Promise<Made | undefined> {
  const placedAt = lines[0]!.row.now
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
    clientHash: request.reserver?.clientHash ?? null,
    mailboxHash: request.reserver?.mailboxHash ?? null,
    actor: request.actor,
    lines: lineRows(options, request, price, lines),
    attempt: request.isPaidLater
      ? null
      : { id: attemptId, provider: request.method.provider, pollAt: new Date(placedAt.getTime() + FIRST_POLL_MS) },
  }
  const written = await writeOrder(tx, newOrder, claimOf)
  if (!written) return findRepeated(tx, request)
  await reserve(tx, lines, written.lines, patient)
  if (price.couponId !== undefined)
    await options.coupons.reserve(tx, {
      couponId: price.couponId,
      orderId: order.id,
      ...(await ownerOf(tx, written.memberId, order.deliveryEmail)),
    })
  if (order.total === 0) await options.payNothing(tx, order.id)
  await request.written?.(tx, order)
  failpoint('order written')
  return { order, attemptId }
}

function orderRow(
  { settings }: MakeParts,
  { deliveryEmail, from, currency, method, hours }: Placing,
  { sums, couponId }: Price,
  placedAt: Date,
): store.OrderRow {
  return {
    id: randomUUID(),
    orderNo: randomOrderNo(),
    memberId: from.memberId,
    status: 'Unpaid',
    placedAt,
    expiresAt: new Date(placedAt.getTime() + (hours ? hours * 60 : settings.read(PAYMENT_MINUTES)) * 60_000),
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
const lineRows = ({ catalogue }: MakeParts, { from }: Placing, { sums }: Price, lines: Line[]): NewOrder['lines'] =>
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
  { from: { idempotencyHash }, requestHash }: Pick<Placing, 'from' | 'requestHash'>,
): Promise<{ repeated: store.RepeatedOrder } | undefined> {
  const known = idempotencyHash && (await store.orderByIdempotencyHash(db, idempotencyHash))
  if (known && !known.requestHash.equals(requestHash)) throw refused('error.idempotencyReused')
  return known ? { repeated: known } : undefined
}
