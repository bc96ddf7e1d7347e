// What is left of a cart of which an order was made. Fetched with what sends one: who only looks at pages needs it not.
import { type CartLine, sameLine } from '../rules.ts'
import { changeCart } from './cart-store.ts'

/** `ordered`: the cart when the order was sent. What another tab has put there meanwhile stays. */
export const takeOrdered = (ordered: CartLine[]) => changeCart((lines) => withoutOrdered(lines, ordered))

export function withoutOrdered(lines: CartLine[], ordered: CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const count = line.count - (ordered.find((other) => sameLine(other, line))?.count ?? 0)
    return count > 0 ? { ...line, count } : []
  })
}
