import { useEffect } from 'react'
import { convert, fromMajor, toMajor } from '#platform/money.ts'
import type { CartLine } from '#rooms/cart/rules.ts'
import { noteTotals, useCart } from '#rooms/cart/ui/cart-store.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { readAttempt } from '#rooms/orders/ui/checkout-draft.ts'
import { type LineFact, type LineState, lineKey, lineState, refreshFacts, useLineFacts } from './line-facts.ts'

export interface CartRow {
  key: string
  line: CartLine
  state: LineState
  /** Undefined while it is being asked for. */
  product: LineFact | undefined
  /** Hundredths of the visitor's currency; 0 for what is unknown or no longer sold. */
  unit: number
  total: number
}

/** What cannot be had at all is no part of an order: it is neither paid for nor in the way, and brings no charge. */
export const toBeHad = (rows: CartRow[]): CartRow[] =>
  rows.filter(({ state }) => state !== 'gone' && state !== 'soldOut')

/** The cart as it is shown: its lines with what the shop says of them, and their sum. */
export function useCartRows() {
  const { lines, known, count } = useCart()
  const facts = useLineFacts(lines)
  const { exchange } = usePrice()
  // What an order of this tab may hold whose answer never came: the shop counts it as gone, but not for whoever sends that
  // order again. Whether he gets it the shop says then.
  const held = readAttempt()?.wish.counts

  const rows = lines.map((line): CartRow => {
    const key = lineKey(line)
    const product = facts.known.get(key)
    const unit = product?.exists ? convert(fromMajor(product.productPrice), exchange) : 0
    return {
      key,
      line,
      product,
      unit,
      state: product?.exists && held?.[key] === line.count ? 'fine' : lineState(line, product),
      total: unit * line.count,
    }
  })
  const ready = rows.every((row) => row.product)
  const total = toBeHad(rows).reduce((sum, row) => sum + row.total, 0)
  const type = rows.at(-1)?.product?.productType

  useEffect(() => {
    if (ready && type !== undefined) noteTotals(toMajor(total).toFixed(2), type)
  }, [ready, total, type])

  return {
    rows,
    count,
    total,
    /** False on the server and in the first moment of the page. */
    known,
    /** Every line's price is here. */
    ready,
    failed: facts.failed && !ready,
    retry: () => refreshFacts(lines),
  }
}
