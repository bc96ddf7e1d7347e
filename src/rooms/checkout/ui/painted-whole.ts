// The checkout is painted whole or not yet: what stands in the middle of a way to pay would move when the rest of it arrives.
import { createIsomorphicFn } from '@tanstack/react-start'

/** Of an element that stands behind all of it. */
export const CHECKOUT_END = 'checkout-end'

/** For the head of the page that comes from the server; one that the browser makes by itself is whole. */
export const paintedWhole = createIsomorphicFn()
  .server((): object[] => [{ rel: 'expect', href: `#${CHECKOUT_END}`, blocking: 'render' }])
  .client((): object[] => [])
