// "Hottest" is not "best selling": what sells well *and* is new. A release loses half of its heat every two years.
import type { ProductFigures } from './index/product-table.ts'

const HALF_LIFE_DAYS = 730

/** The hottest of these products first: by what was sold, where nothing was by popularity; ties by id. `today` in days since 1970. */
export function hottest(
  products: readonly Pick<ProductFigures, 'id' | 'sold' | 'popularity' | 'releasedOn'>[],
  today: number,
  limit: number,
): number[] {
  return products
    .map(({ id, sold = 0, popularity, releasedOn }) => {
      const left = 0.5 ** (Math.max(0, today - releasedOn) / HALF_LIFE_DAYS)
      return { id, sales: sold * left, heat: popularity * left }
    })
    .sort((a, b) => b.sales - a.sales || b.heat - a.heat || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}
