// What the shop says of the cart's lines: names, prices and stock, asked for once and shared by all that shows a cart.
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#browser/calls.ts'
import type { CartLine } from '#rooms/cart/rules.ts'
import type { ShownStock } from '#rooms/products/schemas.ts'
import { type SyncedLine, stockLine, syncedOf } from '#rooms/products/wire.ts'

interface LineFacts {
  known: ReadonlyMap<string, LineFact>
  /** The last question was not answered. */
  failed: boolean
}

export interface LineFact extends SyncedLine {
  /** An order for so many was just refused. */
  refusedAt?: number
}

/** `short`: there are some, but not as many as wanted. */
export type LineState = 'loading' | 'gone' | 'soldOut' | 'short' | 'fine'

/** Facts younger than this are not asked for again when a cart is opened, in milliseconds. */
const FRESH = 15_000

const NOTHING: LineFacts = { known: new Map(), failed: false }
const listeners = new Set<() => void>()
let facts = NOTHING
let askedAt = Number.NEGATIVE_INFINITY
let asking: { keys: string; done: Promise<void> } | undefined

export function lineKey({ productId, skuId, offerId }: Omit<CartLine, 'count'>): string {
  return `${productId}.${skuId}.${offerId}`
}

export function lineState(line: CartLine, product: LineFact | undefined): LineState {
  if (!product) return 'loading'
  if (!product.exists) return 'gone'
  if (product.stock >= line.count) return 'fine'
  // There are more than the shop tells: whether they suffice shows when they are ordered.
  if (product.stockIsMore && line.count < (product.refusedAt ?? Number.POSITIVE_INFINITY)) return 'fine'
  return product.stock > 0 ? 'short' : 'soldOut'
}

/** Asks for these lines when they are first shown and when another joins them. */
export function useLineFacts(lines: CartLine[]): LineFacts {
  const shown = useSyncExternalStore(
    subscribe,
    () => facts,
    () => NOTHING,
  )
  const keys = lines.map(lineKey).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other counts are no reason to ask again
  useEffect(() => {
    const young = performance.now() - askedAt < FRESH
    if (lines.length > 0 && !(young && lines.every((line) => facts.known.has(lineKey(line))))) refreshFacts(lines)
  }, [keys])
  return shown
}

export function refreshFacts(lines: CartLine[]): Promise<void> {
  const keys = lines.map(lineKey).join()
  if (asking?.keys === keys) return asking.done
  const done = ask(lines).finally(() => {
    if (asking?.done === done) asking = undefined
  })
  asking = { keys, done }
  return done
}

/** The shop just refused so many of this line and said how many there are. */
export function noteStock(line: CartLine, { stock, stockIsMore }: ShownStock): void {
  const product = facts.known.get(lineKey(line))
  if (!product) return
  const now = { ...product, stock, stockIsMore, refusedAt: line.count }
  publish({ ...facts, known: new Map(facts.known).set(lineKey(line), now) })
}

async function ask(lines: CartLine[]): Promise<void> {
  try {
    const answer = await call('POST /api/product/syncStock', { body: { lines: lines.map(stockLine) } })
    const known = new Map<string, LineFact>(facts.known)
    for (const product of answer.lines.map(syncedOf)) known.set(lineKey(product), product)
    askedAt = performance.now()
    publish({ known, failed: false })
  } catch {
    publish({ ...facts, failed: true })
  }
}

function publish(next: LineFacts): void {
  facts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
