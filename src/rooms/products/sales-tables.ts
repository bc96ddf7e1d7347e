// What sells: by it lists and the home page are ordered (docs/decisions/082).
import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { products } from './tables.ts'

/** Beside the products, so that a figure that changes each hour touches neither their rows nor what watches these. */
export const productSales = pgTable(
  'product_sales',
  {
    productId: integer()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Units bought within the last 30 days, delivered and not refunded. */
    sold: integer().notNull(),
  },
  (t) => [check('product_sales_sold', sql`${t.sold} >= 0`)],
)
