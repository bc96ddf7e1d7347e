import type { ProductCard } from '#rooms/products/wire.ts'
import type { HomeProducts } from '../../wire.ts'

/** Beside the banners: three times four (specification §9). */
const SIDE = 12

/** What is to be seen of the two before somebody unfolds them. */
const BEST = 7
const HOT = 5

/**
 * What the home page shows where. Best sellers and the ranking are what they are; what is new stands beside the banners and
 * on a shelf of its own, and gives way there: no product is to be seen a third time.
 */
export function homeLists({ best, latest, hot }: HomeProducts) {
  const times = new Map<number, number>()
  const count = (cards: readonly ProductCard[]) => {
    for (const { id } of cards) times.set(id, (times.get(id) ?? 0) + 1)
    return cards
  }
  const twiceAtMost = (most: number) => latest.filter(({ id }) => (times.get(id) ?? 0) < 2).slice(0, most)
  count(best.slice(0, BEST))
  count(hot.slice(0, HOT))
  const side = count(twiceAtMost(SIDE))
  return { best, hot, side, latest: twiceAtMost(Number.POSITIVE_INFINITY) }
}
