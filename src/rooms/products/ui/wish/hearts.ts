// Which hearts are on: the wishes of whoever is logged in. Products stand below the room of wishes, and their cards and pages
// have the hearts.

export interface Wish {
  productId: number
  /** The version, where one is chosen. */
  skuId?: number
  name: string
}

const listeners = new Set<() => void>()
let wished: ReadonlySet<number> = new Set()

export const isWished = (productId: number) => wished.has(productId)

export function showWished(productIds: Iterable<number>): void {
  wished = new Set(productIds)
  for (const listener of listeners) listener()
}

export function markWished(productId: number, on: boolean): void {
  showWished(on ? [...wished, productId] : [...wished].filter((id) => id !== productId))
}

export function subscribeToWished(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
