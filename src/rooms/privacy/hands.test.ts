// What the journal says of an erasure is read as it was written, by earlier versions too (decision E8).
import { expect, test } from 'vitest'
import { readErasure, writeErasure } from './hands.ts'

const ID = '0b1c2d3e-0000-4000-8000-000000000001'
const HASH = 'ab'.repeat(32)
const [FIRST, LAST] = ['2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z']

test.each([
  ['of an address that was always his', `${ID} ${HASH}`, null, null],
  ['of one that he had left', `${ID} ${HASH} ${LAST}`, null, LAST],
  ['of one that another member had left', `${ID} ${HASH} - ${FIRST}`, FIRST, null],
  ['of one that another member had left, and he after him', `${ID} ${HASH} ${LAST} ${FIRST}`, FIRST, LAST],
])('%s', (_, line, since, until) => {
  const erasure = readErasure(line)
  const moment = (at: string | null) => at && new Date(at)
  expect(erasure).toEqual({
    memberId: ID,
    addressHash: Buffer.from(HASH, 'hex'),
    since: moment(since),
    until: moment(until),
  })
  expect(writeErasure(erasure)).toBe(line)
})
