import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type BySecret, findsBySecret } from './by-secret.ts'

const MINUTE = 60_000 * 1_000
const MOST = 300

/** How many of these made-up secrets are looked up, and what the last one is answered with. */
async function sendMadeUp(bySecret: BySecret, howMany: number, kind: string) {
  let looked = 0
  let last: unknown
  for (let n = 0; n < howMany; n++)
    last = await bySecret(`${kind} ${n}`, async () => void looked++).catch((error: unknown) => error)
  return { looked, last }
}

test('of made-up secrets a client has so many looked up in a minute, then he is told when he may again', async () => {
  let now = MINUTE + 20_000
  const of = findsBySecret(() => now)
  const { looked, last } = await sendMadeUp(of('203.0.113.9'), MOST + 700, 'a')
  expect(looked).toBe(MOST)
  expect(last).toMatchObject({ status: 429, message: 'error.tooMany', details: { retryAfterSeconds: 40 } })
  expect((await sendMadeUp(of('203.0.113.10'), 5, 'b')).looked).toBe(5)
  now = MINUTE + 60_000
  expect((await sendMadeUp(of('203.0.113.9'), 5, 'c')).looked).toBe(5)
})

test('whoever has all networks of a block has four times as many made-up secrets, not as many as it has networks', async () => {
  const of = findsBySecret(() => MINUTE)
  let looked = 0
  for (let n = 0; n < 16; n++)
    looked += (await sendMadeUp(of(`2001:db8:1:ab0${n.toString(16)}::1`), MOST, `${n}`)).looked
  expect(looked).toBe(4 * MOST)
})

test('a secret that opens nothing is looked up once and counted once, and one that opens something is not counted', async () => {
  const of = findsBySecret(() => MINUTE)
  let looked = 0
  for (let n = 0; n < 2 * MOST; n++) {
    expect(await of('203.0.113.9')('ended', async () => void looked++)).toBeUndefined()
    expect(await of('203.0.113.9')('lives', async () => 'member')).toBe('member')
  }
  expect(looked).toBe(1)
  expect(await of('203.0.113.9')('lives, too', async () => 'another')).toBe('another')
})

test('a page that asks for much at once by the cookie of a session that has ended counts once, too', async () => {
  const of = findsBySecret(() => MINUTE)
  const ended = () => of('203.0.113.9')('ended', async () => undefined)
  await Promise.all(Array.from({ length: MOST }, ended))
  expect((await sendMadeUp(of('203.0.113.9'), MOST, 'a')).looked).toBe(MOST - 1)
})

test('of made-up secrets that come at once no more are looked up than one after the other, and the same one once', async () => {
  const of = findsBySecret(() => MINUTE)
  let looked = 0
  const send = (secret: string) =>
    of('203.0.113.9')(secret, async () => {
      looked++
      await setImmediate()
    }).catch((error: unknown) => error)
  await Promise.all(Array.from({ length: 50 }, () => send('one')))
  expect(looked).toBe(1)
  await Promise.all(Array.from({ length: 2 * MOST }, (_, n) => send(`${n}`)))
  expect(looked).toBe(MOST)
})

test('what opens something takes nothing of the allowance, nor does what could not be looked for', async () => {
  const of = findsBySecret(() => MINUTE)
  const away = new Error('the database is away')
  for (let n = 0; n < MOST; n++) {
    await of('203.0.113.9')(`member ${n}`, async () => 'member')
    await expect(of('203.0.113.9')(`${n}`, () => Promise.reject(away))).rejects.toBe(away)
  }
  expect((await sendMadeUp(of('203.0.113.9'), MOST + 1, 'a')).looked).toBe(MOST)
})

test('of two who ask by one secret at once each has its own answer, and both hear that nobody could look', async () => {
  const of = findsBySecret(() => MINUTE)
  const answers = ['a', 'b'].map((answer) => of('203.0.113.9')('lives', async () => answer))
  expect(await Promise.all(answers)).toEqual(['a', 'b'])
  const away = new Error('the database is away')
  const failed = await Promise.allSettled([0, 1].map(() => of('203.0.113.9')('one', () => Promise.reject(away))))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('whoever has just been given a secret is not kept out by what others of his address make up', async () => {
  const of = findsBySecret(() => MINUTE)
  await sendMadeUp(of('203.0.113.9'), MOST, 'a')
  of('203.0.113.9').issued('new')
  expect(await of('203.0.113.9')('new', async () => 'member')).toBe('member')
  await expect(of('203.0.113.9')('another', async () => 'member')).rejects.toMatchObject({ status: 429 })
})

test('what others of his address make up keeps nobody out whose secret was seen to open something', async () => {
  let now = MINUTE
  const of = findsBySecret(() => now)
  const open = (secret: string) => of('203.0.113.9')(secret, async () => 'member')
  await open('known')
  now += 9 * 60_000
  await sendMadeUp(of('203.0.113.9'), MOST, 'a')
  expect(await open('known')).toBe('member')
  await expect(open('new')).rejects.toMatchObject({ status: 429 })
})

test('a secret that has ended meanwhile opens nothing, although it was known', async () => {
  const of = findsBySecret(() => MINUTE)
  expect(await of('203.0.113.9')('a', async () => 'member')).toBe('member')
  expect(await of('203.0.113.9')('a', async () => undefined)).toBeUndefined()
})

test('a secret that opened nothing is looked up again within a minute, and a clock that is set back forgets it at once', async () => {
  let now = MINUTE
  const of = findsBySecret(() => now)
  const looks = async () => {
    let looked = 0
    await of('203.0.113.9')('a', async () => void looked++)
    return looked
  }
  expect([await looks(), await looks()]).toEqual([1, 0])
  now += 60_000
  expect([await looks(), await looks()]).toEqual([1, 0])
  now -= 3_600_000
  expect(await looks()).toBe(1)
})
