// The lines of an order that is being made: what they are today, and whether they can be had.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import { takesTypes } from '#rooms/payments/rules.ts'
import { type PurchaseRow, purchaseRows, shownStock } from '#rooms/products/hands.ts'
import { reserveKeysPatiently, takeSupplierStock } from '#rooms/vault/hands.ts'
import type { OutOfStock } from '../contract.ts'
import { wrongOffer } from '../wire.ts'
import type { WrittenLine } from './make-store.ts'

/** What the shopper asks for. */
export interface WantedLine {
  position: number
  productId: number
  skuId: number
  offerId: number
  quantity: number
}

/** With the offer as it is today. */
export interface Line extends WantedLine {
  row: PurchaseRow
}

/** Throws for what is not sold any more, is of a type that is not among these (none: any), or is another product's. */
export async function readLines(
  db: Queryable,
  wanted: WantedLine[],
  productTypes: readonly number[],
  locale: string,
): Promise<Line[]> {
  const rows = await purchaseRows(
    db,
    wanted.map((line) => line.offerId),
    locale,
  )
  const byOffer = new Map(rows.map((row) => [row.offerId, row]))
  const gone = wanted.filter((line) => !byOffer.has(line.offerId))
  if (gone.length > 0)
    throw outOfStock(
      gone.map((line) => ({ position: line.position, productName: '', wanted: line.quantity, ...shownStock(0) })),
    )
  const lines = wanted.map((line) => ({ ...line, row: byOffer.get(line.offerId)! }))
  const types = lines.map(({ row }) => row.type)
  if (!takesTypes(productTypes, types)) throw refused('pay.notForGoods')
  const wrong = lines.filter(({ row, skuId, productId }) => row.skuId !== skuId || row.productId !== productId)
  if (wrong.length > 0)
    throw invalid(wrong.map(({ position }) => wrongOffer('This offer is of another product', position)))
  return lines
}

/** The stock would suffice, but orders that are being made hold some of it; what becomes of them decides. */
export class RivalsHoldKeys extends Error {}

/**
 * What the order did not get as it was written, every line in offer order (locks are taken in one order everywhere: keys,
 * then offers); all that fall short are named together. Buyers do not wait for each other here unless that decides whether
 * somebody gets his keys: then all is rolled back, and done again with `patient`. (Waiting at once would hold keys that
 * another waits for.)
 */
export async function reserve(tx: Transaction, lines: Line[], written: WrittenLine[], patient: boolean) {
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

/** Those of which less is there than wanted. */
export const shortLines = (lines: Line[]) => lines.filter(({ row, quantity }) => row.stock < quantity).map(shortLine)

const shortLine = ({ position, quantity, row }: Line): OutOfStock['lines'][number] => ({
  position,
  productName: row.name,
  wanted: quantity,
  ...shownStock(Math.min(row.stock, quantity - 1)),
})

export const outOfStock = (lines: OutOfStock['lines']) =>
  refused('pay.outOfStock', { lines: lines.toSorted((a, b) => a.position - b.position) } satisfies OutOfStock)
