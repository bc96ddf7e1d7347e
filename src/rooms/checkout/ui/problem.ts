import type { ReactNode } from 'react'

/** Why an order was not made, as the page says it. */
export type Problem = (
  | { kind: 'outOfStock' }
  | { kind: 'tooMany'; seconds: number }
  | { kind: 'offline' }
  /** The browser works out what the shop wants to be solved before it makes this order. */
  | { kind: 'solving' }
  | { kind: 'refused'; messageKey: string }
) & {
  /** What can be done about it. */
  action?: ReactNode
}
