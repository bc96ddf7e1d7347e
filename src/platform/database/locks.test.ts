// Locks by number are the whole database's: two that share one hold each other up, whatever they are for.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no number of a lock stands twice; locks of rooms have names', () => {
  const numbers = globSync('src/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\w+ = (1_281_455_\d{3})\b/g)].map(([, number]) => number),
    )
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
