// An archive is made while it is sent: what is in memory is one file of it, and who does not take it ends it.
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { allOf } from '#platform/testing.ts'
import type { PersonalFile } from '#rooms/members/hands.ts'
import { archiveOf } from './archive.ts'
import { createSending } from './sending.ts'
import { zipped } from './zip.ts'

const MB = 1024 * 1024
const WHOSE = { memberId: 'm', address: { email: 'ada@example.com', since: null, until: null } }
const ABOUT = { shop: 'Keys', exportedAt: '2026-11-22T00:00:00.000Z' }

/** Twenty files, with a note of each that was read. */
function scene(size = MB) {
  const read: string[] = []
  async function* files(): AsyncGenerator<PersonalFile> {
    for (let n = 0; n < 20; n++)
      yield {
        id: `${n}`,
        name: 'picture.png',
        size,
        read: async () => {
          read.push(`${n}`)
          return new Uint8Array(MB).fill(n)
        },
      }
  }
  async function* list() {
    yield { a: 1 }
    yield { b: ['x', { c: 'ü' }] }
  }
  const collect = async () => ({ plain: { at: new Date(0), nothing: undefined }, list: list(), none: undefined })
  return { read, pieces: zipped(archiveOf(WHOSE, ABOUT, [['room', { collect, files }]])) }
}

test('it says what JSON.stringify says, and files are read one after the other as the archive is taken', async () => {
  const { read, pieces } = scene()
  const taken: Uint8Array[] = []
  while (read.length < 2) taken.push((await pieces.next()).value!)
  for (let n = 0; n < 2; n++) taken.push((await pieces.next()).value!)
  // The second is under way: none beyond the next was touched.
  expect(read.length).toBeLessThanOrEqual(3)
  for await (const piece of pieces) taken.push(piece)
  const files = unzipSync(Buffer.concat(taken))
  expect(Object.keys(files)).toHaveLength(22)
  expect(strFromU8(files['room.json']!)).toBe(
    `${JSON.stringify({ plain: { at: new Date(0) }, list: [{ a: 1 }, { b: ['x', { c: 'ü' }] }] }, null, 2)}\n`,
  )
  expect(files['room/19-picture.png']!.every((byte) => byte === 19)).toBe(true)
})

test('files beyond what a plain ZIP holds are named instead', async () => {
  const { read, pieces } = scene(600 * MB)
  const files = unzipSync(Buffer.concat(await allOf(pieces)))
  expect(read).toEqual(['0', '1', '2'])
  expect(JSON.parse(strFromU8(files['left-out.json']!)).leftOut).toHaveLength(17)
})

test('who takes nothing of it gets no more when time is over, and his place is another’s', async () => {
  const sending = createSending({ atOnce: 1, mostMs: 50 })
  const first = await sending.begin('a', scene().pieces)
  await expect(sending.begin('b', scene().pieces)).rejects.toMatchObject({ status: 429 })
  const reader = first.getReader()
  await expect(reader.closed).rejects.toThrow('not taken in time')
  const second = await sending.begin('b', scene().pieces)
  await second.cancel()
  await (await sending.begin('a', scene().pieces)).cancel()
})
