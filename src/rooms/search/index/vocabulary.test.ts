import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorsBetween } from './naive.testing.ts'
import { finish } from './sorting.ts'
import { Vocabulary } from './vocabulary.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 9 })
const slotsIn = (bits: Int32Array, count: number) =>
  Array.from({ length: count }, (_, slot) => slot).filter((slot) => (bits[slot >> 5]! >> (slot & 31)) & 1)

test('words that come one by one or many at once are found by beginnings and in spite of typing errors', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40, size: 'max' }),
      fc.nat(40),
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<1 | 2>(1, 2),
      fc.boolean(),
      (words, sortedFirst, typed, most, beginning) => {
        const vocabulary = new Vocabulary()
        const none = () => new Int32Array(2)
        words.forEach((added, slot) => {
          vocabulary.add(added, slot)
          if (slot < sortedFirst) finish(vocabulary.sort())
          else vocabulary.prefix('b', none())
        })
        const where = (keep: (word: string) => boolean) => words.flatMap((word, slot) => (keep(word) ? [slot] : []))
        for (const text of typed) {
          const begun = none()
          vocabulary.prefix(text, begun)
          expect(slotsIn(begun, words.length)).toEqual(where((word) => word.startsWith(text)))
          const one = none()
          const two = none()
          vocabulary.misspelt(text, most, beginning, one, two)
          const errors = (word: string) => errorsBetween(text, word, beginning)
          expect(slotsIn(one, words.length)).toEqual(where((word) => errors(word) === 1))
          expect(slotsIn(two, words.length)).toEqual(where((word) => most === 2 && errors(word) === 2))
        }
      },
    ),
    { numRuns: 500 },
  )
})
