import { expect, test } from 'vitest'
import { putLevels } from './put-levels.ts'

const level = (name: string, growth: number, discount = 0) => ({ name, growth, discount })
const [bronze, silver, gold] = [level('Bronze', 0), level('Silver', 100, 2), level('Gold', 500, 4)]
const begun = [bronze, silver, gold]

test('what nobody else changed is as it was typed, in its order; a row without a name is none', () => {
  expect(putLevels(begun, begun, [bronze, undefined, gold, level('Odd', 3)])).toEqual([bronze, gold, level('Odd', 3)])
})

test('a field that one did not touch is as the other left it', () => {
  const now = [bronze, level('Silver', 100, 3), gold, level('Ruby', 900, 9)]
  expect(putLevels(begun, now, [bronze, level('Silver', 120, 2), gold])).toEqual([
    ...[bronze, level('Silver', 120, 3), gold, level('Ruby', 900, 9)],
  ])
  expect(putLevels(begun, now, begun)).toEqual(now)
})

test('a field that both touched is as it was typed', () => {
  const now = [bronze, level('Silver', 100, 3), gold]
  expect(putLevels(begun, now, [bronze, level('Silver', 100, 5), gold])[1]).toEqual(level('Silver', 100, 5))
})

test('rows are found again by their names, also where others went or came before them', () => {
  expect(putLevels(begun, [bronze, gold], [bronze, silver, level('Gold', 500, 7)])).toEqual([
    ...[bronze, level('Gold', 500, 7)],
  ])
  const tin = level('Tin', 50)
  expect(putLevels(begun, [bronze, tin, silver, gold], [bronze, silver, undefined])).toEqual([bronze, tin, silver])
})

test('a row that was renamed is found again by its growth', () => {
  const now = [bronze, level('Argent', 100, 2), gold]
  expect(putLevels(begun, now, [bronze, level('Silver', 100, 3), gold])[1]).toEqual(level('Argent', 100, 3))
})

test('a row that is gone comes back where it was changed, and what both added stays', () => {
  const changed = level('Silver', 100, 3)
  expect(putLevels(begun, [bronze, gold, level('Ruby', 900)], [bronze, changed, gold, level('Jade', 700)])).toEqual([
    ...[bronze, changed, gold, level('Jade', 700), level('Ruby', 900)],
  ])
})
