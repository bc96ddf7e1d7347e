import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackedRecords } from './packed-records.ts'
import { RecordReader, RecordWriter } from './product-record.ts'
import { SlotsById } from './slots-by-id.ts'

test('each slot has what was last put there, however often it is replaced', () => {
  const step = fc.record({
    slot: fc.nat(300),
    length: fc.oneof(
      { weight: 20, arbitrary: fc.nat(9_000) },
      { weight: 1, arbitrary: fc.integer({ min: 200_000, max: 600_000 }) },
    ),
    remove: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 300, maxLength: 900, size: 'max' }), (steps) => {
      const records = new PackedRecords()
      const expected = new Map<number, { fill: number; length: number }>()
      for (const [i, { slot, length, remove }] of steps.entries()) {
        if (remove && i % 3 === 0) {
          records.remove(slot)
          expected.delete(slot)
        } else {
          records.put(slot, Buffer.alloc(length + 5, i % 251), length)
          expected.set(slot, { fill: i % 251, length })
        }
      }
      for (let slot = 0; slot <= 301; slot++) {
        const place = records.at(slot)
        const wanted = expected.get(slot)
        expect(place && place.end - place.start).toBe(wanted?.length)
        if (place && wanted)
          expect(place.bytes.subarray(place.start, place.end).equals(Buffer.alloc(wanted.length, wanted.fill))).toBe(
            true,
          )
      }
    }),
    { numRuns: 40 },
  )
})

test('what is replaced again and again takes no more room than half as much again as it needs', () => {
  const records = new PackedRecords()
  const [slots, length] = [20_000, 92]
  for (let i = 0; i < slots * 12; i++) records.put((i * 7919) % slots, Buffer.alloc(length, i % 251), length)
  expect(records.size).toBeLessThan(slots * (length + 8) * 1.5)
})

test('a record gives back what was written, in every script', () => {
  const id = fc.oneof(fc.nat(200), fc.nat(2 ** 31 - 1))
  const facts = fc.record({
    names: fc.uniqueArray(fc.tuple(fc.nat(300), fc.string({ unit: 'binary', maxLength: 80 })), {
      selector: ([language]) => language,
      maxLength: 20,
    }),
    makers: fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 3_000, maxLength: 9_000 })),
    lists: fc.array(fc.array(id, { maxLength: 200 }), { minLength: 5, maxLength: 5 }),
  })
  const writer = new RecordWriter()
  const reader = new RecordReader()
  fc.assert(
    fc.property(facts, (given) => {
      writer.write(given)
      const place = { bytes: writer.bytes, start: 0, end: writer.length }
      expect(reader.read(place, 5)).toEqual(given)
      expect(writer.isAt(place)).toBe(true)
      for (const [language, name] of given.names) expect(reader.name(place, language)).toBe(name)
      expect(reader.name(place, 301)).toBeUndefined()
    }),
  )
})

test('slots are found by ids that come and go', () => {
  const step = fc.record({ id: fc.oneof(fc.nat(400), fc.nat(2 ** 31 - 1)), remove: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 3_000, size: 'max' }), (steps) => {
      const ids = new Int32Array(steps.length)
      const table = new SlotsById()
      const expected = new Map<number, number>()
      for (const [slot, { id, remove }] of steps.entries()) {
        expect(table.find(id, ids)).toBe(expected.get(id) ?? -1)
        if (expected.has(id)) {
          if (!remove) continue
          table.delete(id, ids)
          expected.delete(id)
        } else {
          ids[slot] = id
          table.add(slot, ids)
          expected.set(id, slot)
        }
        expect(table.size).toBe(expected.size)
      }
      for (const [id, slot] of expected) expect(table.find(id, ids)).toBe(slot)
    }),
  )
})
