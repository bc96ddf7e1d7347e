import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NobodyWaits, QueueFull } from '#platform/fair-queue.ts'
import { refuseBusy } from '#platform/http/refuse-busy.ts'
import { createLog } from '#platform/log.ts'
import { type KeptPictures, keepPictures } from './kept.ts'

let folder: string
let pictures: KeptPictures
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kept-'))
  pictures = keepPictures({ folder, ceiling: 10_000, perMinute: 1_200, log: createLog('silent') })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const stays = new AbortController().signal

/** Drawings that end when the test says so, and what was drawn. */
function studio() {
  const drawn: string[] = []
  const gate = Promise.withResolvers<void>()
  const ask = (file: string, address: string, signal = stays) =>
    pictures.draw(
      file,
      async () => {
        drawn.push(file)
        await gate.promise
        return Buffer.from(file)
      },
      { address, signal },
    )
  return { drawn, ask, open: gate.resolve }
}

test('400 abandoned requests of one client delay an honest one by one drawing, and the rest is never drawn', async () => {
  const { drawn, ask, open } = studio()
  const leaver = new AbortController()
  const asked = Promise.allSettled(Array.from({ length: 400 }, (_, i) => ask(`x${i}`, 'hostile', leaver.signal)))
  const honest = ask('cover', 'honest')
  leaver.abort()
  open()
  expect((await honest).toString()).toBe('cover')
  const outcomes = await asked
  expect(drawn).toEqual(['x0', 'cover'])
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  // His own line has an end.
  expect(reasons.filter((reason) => reason instanceof QueueFull)).toHaveLength(279)
  expect(reasons.filter((reason) => reason instanceof NobodyWaits)).toHaveLength(120)
})

test('whoever has many networks of IPv6 has one line', async () => {
  const { ask, open } = studio()
  const asked = Array.from({ length: 130 }, (_, i) => ask(`x${i}`, `2001:db8:1:${i.toString(16)}::1`))
  const refused = Promise.allSettled(asked)
  const other = ask('cover', '2001:db8:1:100::1')
  open()
  expect(String(await other)).toBe('cover')
  expect((await refused).filter(({ status }) => status === 'rejected')).toHaveLength(9)
})

test('who asks for much waits behind himself: another client is next', async () => {
  const { drawn, ask, open } = studio()
  const much = Array.from({ length: 10 }, (_, i) => ask(`x${i}`, 'much'))
  const one = ask('cover', 'one')
  open()
  await one
  expect(drawn.slice(0, 3)).toContain('cover')
  await Promise.all(much)
  expect(drawn).toHaveLength(11)
})

test('a picture that several wait for is drawn once, in the first one’s turn, and stays wanted when another leaves', async () => {
  const { drawn, ask, open } = studio()
  const busy = ask('first', 'much')
  const more = Array.from({ length: 20 }, (_, i) => ask(`x${i}`, 'much'))
  const leaver = new AbortController()
  const left = ask('cover', 'much', leaver.signal)
  const others = ['b', 'c', 'd'].map((client) => ask('cover', client))
  leaver.abort()
  await expect(left).rejects.toBeInstanceOf(NobodyWaits)
  open()
  await busy
  expect((await Promise.all(others)).map(String)).toEqual(['cover', 'cover', 'cover'])
  expect(drawn.filter((file) => file === 'cover')).toHaveLength(1)
  expect(drawn.indexOf('cover')).toBeLessThanOrEqual(2)
  await Promise.all(more)
})

test('nothing is drawn ahead while a visitor waits, or twice', async () => {
  const { ask, open } = studio()
  const ahead = () => pictures.drawAhead('ahead', async () => Buffer.from('ahead'))
  const waits = ask('cover', 'visitor')
  expect(await ahead()).toBe(false)
  open()
  await waits
  expect(await ahead()).toBe(true)
  expect((await pictures.find('ahead'))?.toString()).toBe('ahead')
  expect(await pictures.drawAhead('ahead', () => Promise.reject(new Error('again')))).toBe(true)
})

test('the folder has a ceiling: what was drawn longest ago goes first', async () => {
  for (const [i, name] of ['old', 'older', 'young'].entries()) {
    await writeFile(join(folder, name), Buffer.alloc(3_000))
    await utimes(join(folder, name), 1_000, [2_000, 1_000, 3_000][i]!)
  }
  const draw = (file: string) => pictures.draw(file, async () => Buffer.alloc(2_500), { address: 'a', signal: stays })
  await draw('new')
  expect((await readdir(folder)).sort()).toEqual(['new', 'old', 'young'])
  await draw('newer')
  expect((await readdir(folder)).sort()).toEqual(['new', 'newer', 'young'])
})

test('a client with too much is told to come again, a full queue too, and what is broken is thrown', () => {
  expect(refuseBusy(new QueueFull('client'))).toMatchObject({ status: 429 })
  expect(refuseBusy(new QueueFull('all'))).toMatchObject({ status: 503 })
  expect(refuseBusy(new QueueFull('all')).headers.get('retry-after')).toBe('5')
  expect(() => refuseBusy(new Error('no'))).toThrow('no')
})
