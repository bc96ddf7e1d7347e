import { expect, test } from 'vitest'
import type { ProductCard } from '#rooms/products/wire.ts'
import { homeLists } from './home-lists.ts'

const cards = (...ids: number[]) => ids.map((id) => ({ id }) as ProductCard)

test('no product is to be seen on the home page three times, and what sells best and is hottest stays whole', () => {
  const all = Array.from({ length: 20 }, (_, i) => i + 1)
  const lists = homeLists({
    best: cards(...all),
    hot: cards(...all.slice(4, 10)),
    latest: cards(...all.slice(3), 30, 31),
  })
  expect(lists.best).toHaveLength(20)
  expect(lists.hot).toHaveLength(6)
  const times = new Map<number, number>()
  const seen = [lists.best.slice(0, 7), lists.hot.slice(0, 5), lists.side, lists.latest].flat()
  for (const { id } of seen) times.set(id, (times.get(id) ?? 0) + 1)
  expect(Math.max(...times.values())).toBe(2)
  // 5 to 7 are best sellers and hot.
  expect(lists.side.map(({ id }) => id)).toEqual([4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
  expect(lists.latest.map(({ id }) => id)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 30, 31])
})
