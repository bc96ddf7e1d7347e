// "Hottest" is not "best selling": what sells well *and* is new. A release loses half of its heat every two years.
import type { ProductFigures } from './index/product-table.ts'

const HALF_LIFE_DAYS = 730

/** The hottest of these products first, ties by id. `today` in days since 1970. */
export function hottest(
  products: readonly Pick<ProductFigures, 'id' | 'popularity' | 'releasedOn'>[],
  today: number,
  limit: number,
): number[] {
  const heat = ({ popularity, releasedOn }: (typeof products)[number]) =>
    popularity * 0.5 ** (Math.max(0, today - releasedOn) / HALF_LIFE_DAYS)
  return products
    .map((product) => ({ id: product.id, heat: heat(product) }))
    .sort((a, b) => b.heat - a.heat || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}
