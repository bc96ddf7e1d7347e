// Many logins of one network wait behind each other, and in front of nobody else (decision A9).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHashing } from './hashing.ts'

let hashing: ReturnType<typeof createHashing>
let hash: string
beforeAll(async () => {
  hashing = createHashing(70)
  hash = await hashing.hash('correct horse', '192.0.2.1')
})
afterAll(() => hashing.close())

/** Each from another address of one network. */
const flood = (count: number, served: string[] = []) =>
  Array.from({ length: count }, (_, n) =>
    hashing.verify('a guess', hash, `203.0.113.${n % 250}`).then(
      () => void served.push('flood'),
      (error) => error,
    ),
  )

test('who logs in while another network floods is served next, not last', async () => {
  const served: string[] = []
  const guesses = flood(60, served)
  const members = ['198.51.100.7', '2001:db8:1:2::3'].map((address) =>
    hashing.verify('correct horse', hash, address).then((isRight) => void served.push(isRight ? address : 'wrong')),
  )
  await Promise.all([...guesses, ...members])
  // Their turn came after three of the flood, in the last line it would be after sixty. Which of two that are computed at once
  // is ready first is the machine's business (whose turn it is: fair-queue.test.ts).
  expect(served.indexOf('198.51.100.7')).toBeLessThan(30)
  expect(served.indexOf('2001:db8:1:2::3')).toBeLessThan(30)
  expect(served).not.toContain('wrong')
})

test('a line has an end: a network that floods is told so, and others are not; when all lines are full, all are', async () => {
  const guesses = flood(80)
  const refused = await guesses.at(-1)
  expect(refused).toMatchObject({ status: 429, message: 'error.tooMany', details: { retryAfterSeconds: 5 } })
  await expect(hashing.verify('correct horse', hash, '198.51.100.7')).resolves.toBe(true)
  await Promise.all(guesses)

  const everywhere = Array.from({ length: 80 }, (_, n) =>
    hashing.verify('a guess', null, `10.0.${n}.1`).catch((error) => error),
  )
  expect(await everywhere.at(-1)).toMatchObject({
    status: 503,
    message: 'error.unavailable',
    details: { retryAfterSeconds: 5 },
  })
  await Promise.all(everywhere)
}, 60_000)
