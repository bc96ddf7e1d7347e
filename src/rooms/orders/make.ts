// Making an order: the shop's own prices, the shop's own sum, exactly the keys that it will get, all or nothing.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { sha256 } from '#platform/crypto.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError, invalid, refused } from '#platform/http/errors.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { type Coupons, ownerOf } from '#rooms/coupons/hands.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import { FIRST_POLL_MS, type Methods, type Offers, takesTypes } from '#rooms/payments/hands.ts'
import { type Catalogue, type PurchaseRow, purchaseRows, shownStock, skuLabel } from '#rooms/products/hands.ts'
import { reserveKeysPatiently, takeSupplierStock } from '#rooms/vault/hands.ts'
import { freshPrices, parts } from './amounts.ts'
import type { CreateOrderBody, OutOfStock } from './contract.ts'
import { type NewOrder, type WrittenLine, writeOrder } from './make-store.ts'
import { randomOrderNo } from './order-no.ts'
import type { Reservations } from './reservations.ts'
import { breakdown } from './rules.ts'
import { ASKS_FOR_WAIVER, PAYMENT_MINUTES, SERVICE_CHARGE, THRESHOLD } from './settings.ts'
import * as store from './store.ts'
import { waiverGiven } from './waiver.ts'

type Body = z.output<typeof CreateOrderBody>

export interface MadeOrder {
  order: store.OrderRow
  attemptId: string
}

/** Where the request comes from. The hashes are keyed. */
export interface Origin {
  locale: string
  /** The client's, from the socket or a trusted proxy. */
  address: string
  idempotencyHash: Buffer | null
  browserHash: Buffer
}

export interface MakeOptions {
  db: Database
  catalogue: Catalogue
  currencies: Currencies
  settings: Settings
  methods: Methods
  offers: Offers
  coupons: Coupons
  reservations: Reservations
  /** Settles an order that costs nothing, in the transaction that makes it. */
  payNothing(tx: Transaction, orderId: string): Promise<void>
}

/** Numbers of the shop that a price depends on. */
export function priceNumbers(settings: Settings) {
  return {
    serviceThresholdUsdCents: fromMajor(settings.read(THRESHOLD)),
    serviceUsdCents: fromMajor(settings.read(SERVICE_CHARGE)),
    paymentMinutes: settings.read(PAYMENT_MINUTES),
  }
}

/**
 * Makes the order, or answers the id of the one that the same idempotency key made before. Throws the refusals that the
 * contract names; then nothing was written.
 */
export async function makeOrder(
  options: MakeOptions,
  body: Body,
  from: Origin,
): Promise<MadeOrder | { repeated: store.RepeatedOrder }> {
  const { db, catalogue, currencies, settings, methods, offers, coupons, reservations, payNothing } = options
  const { orderList } = body
  const reserver = reservations.reserver(from.address, orderList.deliveryEmail)
  const method = methods.byId(orderList.paymentId)
  const currency = currencies.byId(orderList.currencyId)
  if (!currency) throw invalid([{ path: 'orderList.currencyId', message: 'No such currency' }])
  if (!method) throw invalid([{ path: 'orderList.paymentId', message: 'No such payment method' }])
  const requestHash = sha256(JSON.stringify({ ...body, altcha: undefined }))
  const wanted = body.productId.map((productId, position) => ({
    position,
    productId,
    skuId: body.extId[position]!,
    offerId: body.supplyProductId[position]!,
    quantity: body.productCount[position]!,
  }))
  if (new Set(wanted.map((line) => line.offerId)).size < wanted.length) {
    throw invalid([{ path: 'supplyProductId', message: 'Each offer once: put the count in productCount' }])
  }

  // Again when the random order number was taken, and once more, patiently, when rivals hold keys that would suffice.
  let patient = false
  for (;;) {
    const made = await db
      .transaction(async (tx): Promise<MadeOrder | { repeated: store.RepeatedOrder } | undefined> => {
        const refusal = offers.refusal(method, currency.code)
        if (refusal) throw refused(refusal)
        const rows = await purchaseRows(
          tx,
          wanted.map((line) => line.offerId),
          from.locale,
        )
        const byOffer = new Map(rows.map((row) => [row.offerId, row]))
        const gone = wanted.filter((line) => !byOffer.has(line.offerId))
        if (gone.length > 0)
          throw outOfStock(
            gone.map((line) => ({ position: line.position, productName: '', wanted: line.quantity, ...shownStock(0) })),
          )
        const lines = wanted.map((line) => ({ ...line, row: byOffer.get(line.offerId)! }))
        const types = lines.map(({ row }) => row.type)
        if (!takesTypes(method, types)) throw refused('pay.notForGoods')
        const wrong = lines.filter(({ row, skuId, productId }) => row.skuId !== skuId || row.productId !== productId)
        if (wrong.length > 0)
          throw invalid(
            wrong.map(({ position }) => ({
              path: `supplyProductId.${position}`,
              message: 'This offer is of another product',
            })),
          )

        const placedAt = rows[0]!.now
        const waiver = settings.read(ASKS_FOR_WAIVER)
          ? waiverGiven(orderList.waiver, { locale: from.locale, at: placedAt })
          : null
        const exchange = exchangeOf(currency)
        const coupon = orderList.couponId
          ? await coupons.byReference(tx, orderList.couponId, lines, exchange)
          : undefined
        const { paymentMinutes, ...charges } = priceNumbers(settings)
        const sums = breakdown(
          lines.map(({ row, quantity }) => ({ unitUsdCents: row.priceCents, quantity })),
          { exchange, discountBp: 0, feeBp: method.feeBp, coupon: coupon?.discount ?? 0, ...charges },
        )
        const couponShown = orderList.couponAmount ?? toMajor(sums.coupon)
        if (readAmount(orderList.realAmount) !== sums.total || readAmount(couponShown) !== sums.coupon)
          throw refused('pay.priceChanged', freshPrices(sums, currency.code))
        const tooLittle = offers.refusal(method, currency.code, sums.total)
        if (tooLittle) throw refused(tooLittle)
        // One that costs nothing is paid by being made.
        const tooMany = sums.total > 0 && (await reservations.refusal(tx, reserver, lines, body.altcha))
        if (tooMany) {
          // Nobody works for what cannot be had.
          const short = shortLines(lines)
          throw short.length > 0 ? outOfStock(short) : refused('pay.tooManyUnpaid', tooMany)
        }

        const order: store.OrderRow = {
          id: randomUUID(),
          orderNo: randomOrderNo(),
          status: 'Unpaid',
          placedAt,
          expiresAt: new Date(placedAt.getTime() + paymentMinutes * 60_000),
          deliveryEmail: orderList.deliveryEmail,
          locale: from.locale,
          currency: currency.code,
          rateE8: currency.rateE8,
          paymentMethod: method.id,
          ...parts(sums),
          couponId: coupon?.id ?? null,
        }
        const attemptId = randomUUID()
        const claimOf = patient ? [] : lines.filter(({ row }) => row.backing === 'keys').map((line) => line.offerId)
        const newOrder: NewOrder = {
          ...order,
          rateE8: String(currency.rateE8),
          note: orderList.memberRemark,
          waiver,
          idempotencyHash: from.idempotencyHash,
          requestHash,
          browserHash: from.browserHash,
          ...reserver,
          lines: lines.map(({ row, ...line }, i) => ({
            ...line,
            name: row.name,
            skuCode: row.skuCode,
            skuLabel: skuLabel(row, catalogue.shelves, from.locale),
            unitUsdCents: row.priceCents,
            unit: sums.units[i]!,
            total: sums.lines[i]!,
          })),
          attempt: {
            id: attemptId,
            provider: method.provider,
            pollAt: new Date(placedAt.getTime() + FIRST_POLL_MS),
          },
        }
        const written = await writeOrder(tx, newOrder, claimOf)
        if (!written) return await findRepeated(tx, from.idempotencyHash, requestHash)
        await reserve(tx, lines, written, patient)
        if (coupon)
          await coupons.reserve(tx, {
            couponId: coupon.id,
            orderId: order.id,
            owner: ownerOf(order.deliveryEmail),
          })
        if (order.total === 0) await payNothing(tx, order.id)
        failpoint('order written')
        return { order, attemptId }
      })
      .catch(async (error) => {
        if (error instanceof RivalsHoldKeys) {
          patient = true
          return undefined
        }
        // A repetition may be refused for what the first has got: it gets the answer of the first.
        const repeated = error instanceof CallError && (await findRepeated(db, from.idempotencyHash, requestHash))
        if (repeated) return repeated
        throw error
      })
    if (!made) continue
    failpoint('order committed')
    return made
  }
}

async function findRepeated(
  db: Queryable,
  idempotencyHash: Buffer | null,
  requestHash: Buffer,
): Promise<{ repeated: store.RepeatedOrder } | undefined> {
  const known = idempotencyHash && (await store.orderByIdempotencyHash(db, idempotencyHash))
  if (known && !known.requestHash.equals(requestHash)) throw refused('error.idempotencyReused')
  return known ? { repeated: known } : undefined
}

interface Line {
  position: number
  offerId: number
  quantity: number
  row: PurchaseRow
}

/** The stock would suffice, but orders that are being made hold some of it; what becomes of them decides. */
class RivalsHoldKeys extends Error {}

/**
 * What the order did not get as it was written, every line in offer order (locks are taken in one order everywhere: keys,
 * then offers); all that fall short are named together. Buyers do not wait for each other here unless that decides whether
 * somebody gets his keys: then all is rolled back, and done again with `patient`. (Waiting at once would hold keys that
 * another waits for.)
 */
async function reserve(tx: Transaction, lines: Line[], written: WrittenLine[], patient: boolean) {
  const short: Line[] = []
  const inOrder = lines.toSorted(
    (a, b) => Number(a.row.backing === 'supplier') - Number(b.row.backing === 'supplier') || a.offerId - b.offerId,
  )
  for (const line of inOrder) {
    const { offerId, quantity, row } = line
    const { id: lineId, claimed } = written.find(({ position }) => position === line.position)!
    const had =
      row.backing === 'supplier'
        ? await takeSupplierStock(tx, offerId, quantity)
        : claimed === quantity || (patient && (await reserveKeysPatiently(tx, { offerId, lineId, count: quantity })))
    if (!had && !patient && row.backing === 'keys' && row.stock >= quantity) throw new RivalsHoldKeys()
    if (!had) short.push(line)
  }
  if (short.length > 0) throw outOfStock(short.map(shortLine))
}

const shortLines = (lines: Line[]) => lines.filter(({ row, quantity }) => row.stock < quantity).map(shortLine)

const shortLine = ({ position, quantity, row }: Line): OutOfStock['lines'][number] => ({
  position,
  productName: row.name,
  wanted: quantity,
  ...shownStock(Math.min(row.stock, quantity - 1)),
})

const outOfStock = (lines: OutOfStock['lines']) =>
  refused('pay.outOfStock', { lines: lines.toSorted((a, b) => a.position - b.position) } satisfies OutOfStock)

/** What the shopper was shown; something that is no amount of money was shown to nobody, and matches nothing. */
function readAmount(major: number): number {
  try {
    return fromMajor(major)
  } catch {
    return -1
  }
}
