// How counts are said to an operator.
import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one is said of one, and of none or several the plural, with figures that can be read', () => {
  expect([counted(1, 'key'), counted(0, 'key'), counted(2_000, 'key')]).toEqual(['1 key', '0 keys', '2,000 keys'])
})
