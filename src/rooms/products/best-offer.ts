// Which offer of a product or version is promoted, and what it is said to cost (decision B1); `ranked` in ui/offers.ts says
// the same of the offers on a page.
import { fragment } from '#platform/database/sql.ts'

/** Of offers `o` with their sellers `s`: in stock before out of stock, then cheapest, the shop first, older first. */
export const BEST_FIRST = fragment`(o.stock > 0) desc, o.price_cents, s.is_shop desc, o.id`

/** Of all offers together: what the first of them costs. */
export const BEST_PRICE = fragment`coalesce(min(price_cents) filter (where stock > 0), min(price_cents))`
