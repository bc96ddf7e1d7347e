// Every SQL statement of what sells.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface Sold {
  productId: number
  /** Units bought within the last 30 days. */
  sold: number
}

/** So many are told by their ids (`tell_catalog`); more at once, and every process reads the whole catalogue again. */
const MOST_TOLD = 500

/** Products that have gone meanwhile are left out. */
export async function keepSales(db: Database, figures: readonly Sold[]): Promise<void> {
  for (let from = 0; from < figures.length; from += MOST_TOLD) {
    const some = figures.slice(from, from + MOST_TOLD)
    await db.run(sql`
      insert into product_sales (product_id, sold)
      select p.id, f.sold
      from unnest(${some.map(({ productId }) => productId)}::int[], ${some.map(({ sold }) => sold)}::int[]) as f(product_id, sold)
      join products p on p.id = f.product_id
      order by p.id
      on conflict (product_id) do update set sold = excluded.sold where product_sales.sold <> excluded.sold`)
  }
}
