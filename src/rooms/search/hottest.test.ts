import { expect, test } from 'vitest'
import { hottest } from './hottest.ts'
import type { IndexedProduct } from './index/catalog-index.ts'

const product = (id: number, popularity: number, releasedOn: number): IndexedProduct => ({
  id,
  popularity,
  releasedOn,
  categoryIds: [],
  names: { 'en-US': String(id) },
  lowPriceCents: 100,
  inStock: true,
  platformIds: [],
  regionIds: [],
  languageIds: [],
  genreIds: [],
})

test('a new release beats an older one that sells a little better, and loses to one that sells far better', () => {
  const today = 20_000
  const [fresh, old, classic] = [product(1, 60, today - 10), product(2, 80, today - 730), product(3, 400, today - 1460)]
  expect(hottest([fresh, old, classic], today, 3)).toEqual([3, 1, 2])
})

test('equal heat is ordered by id, and a release in the future is no hotter than one of today', () => {
  expect(hottest([product(9, 50, 100), product(4, 50, 90), product(7, 50, 100)], 90, 2)).toEqual([4, 7])
})

test('what was sold goes before what was not, the newer before the older; popularity decides among the others alone', () => {
  const today = 20_000
  const [idle, known, sold, older] = [
    product(1, 10, today),
    product(2, 90, today - 730),
    { ...product(3, 0, today), sold: 3 },
    { ...product(4, 99, today - 730), sold: 5 },
  ]
  expect(hottest([idle, known, sold, older], today, 4)).toEqual([3, 4, 2, 1])
})
