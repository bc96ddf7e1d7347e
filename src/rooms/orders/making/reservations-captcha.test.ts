// A solved captcha opens more to be reserved without paying, once (decision C3).
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLog } from '#platform/log.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { openShop } from '#server/open-shop.ts'
import { addProduct, callShop, openTestShop, orderBody, type TestShop } from '#test/harness.ts'
import { DEFAULTS, env, reserving, said, type Wish } from './reservations.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ ...env(DEFAULTS), TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { newClient, order } = reserving(() => shop)

describe('a solved captcha', () => {
  async function full(email = 'buyer@example.com') {
    const product = await addProduct(shop, { keys: 200 })
    const from = newClient()
    for (let i = 0; i < 3; i++) expect(said(await order({ from, product, email }))).toBe('made')
    const { challenge } = (await order({ from, product, email })).body.data
    return { product, from, email, challenge }
  }

  test('opens three times as much, one order each, and never more', async () => {
    const { challenge, ...wish } = await full()
    let next = challenge
    for (let i = 0; i < 6; i++) {
      expect(said(await order({ ...wish, altcha: solveForTest(next) }))).toBe('made')
      const refusal = await order(wish)
      expect(said(refusal)).toBe('pay.tooManyUnpaid')
      next = refusal.body.data.challenge
    }
    // Nine are there: no solution helps, also none that is left over.
    expect(next).toBeNull()
    expect(said(await order({ ...wish, altcha: solveForTest(challenge) }))).toBe('pay.tooManyUnpaid')
  })

  test('is taken once, by two instances at once too', async () => {
    const { challenge, ...wish } = await full()
    const altcha = solveForTest(challenge)
    const dataDir = await mkdtemp(join(inject('dataDir'), 'second-'))
    const second = await openShop({ ...shop.shop.ground.config, dataDir, worker: false }, createLog('silent'))
    try {
      const ask = (origin: string) =>
        callShop(origin, 'POST', '/api/check/createOrder', {
          body: { ...orderBody([{ product: wish.product }]), altcha },
          headers: { 'x-forwarded-for': wish.from },
        })
      const answers = await Promise.all([shop.shop.origin, second.origin, shop.shop.origin, second.origin].map(ask))
      expect(answers.map(said).sort()).toEqual(['made', ...Array(3).fill('pay.tooManyUnpaid')])
    } finally {
      await second.close()
    }
  })

  test.each<[string, (challenge: never) => string, Partial<Wish>]>([
    ['of another address', (challenge) => solveForTest(challenge), { from: '203.0.113.77' }],
    ['for another mailbox', (challenge) => solveForTest(challenge), { email: 'other@example.com' }],
    ['with another signature', (challenge) => solveForTest(challenge, { signature: 'ab'.repeat(32) }), {}],
    ['with another number', (challenge) => solveForTest(challenge, { number: 5 }), {}],
    ['with an end that was put off', (challenge) => solveForTest(challenge, { salt: 'a?expires=99999999999&' }), {}],
    ['of another algorithm', (challenge) => solveForTest(challenge, { algorithm: 'SHA-1' }), {}],
    ['that is no solution', () => 'bm90IGpzb24=', {}],
    ['that is empty', () => '', {}],
  ])('%s opens nothing', async (_, solve, other) => {
    const wish = await full()
    const elsewhere = { ...wish, ...other }
    if (other.from || other.email)
      for (let i = 0; i < 3; i++) await order({ product: wish.product, from: elsewhere.from, email: elsewhere.email })
    const answer = await order({
      product: wish.product,
      from: elsewhere.from,
      email: elsewhere.email,
      altcha: solve(wish.challenge as never),
    })
    expect(said(answer)).toBe('pay.tooManyUnpaid')
  })

  test('counts at an instance whose clock is ten minutes from the one that asked for it, and not for half an hour', async () => {
    try {
      for (const apart of [10, -10]) {
        const { challenge, ...wish } = await full()
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart * 60_000 })
        expect(said(await order({ ...wish, altcha: solveForTest(challenge) })), `${apart} minutes`).toBe('made')
        vi.useRealTimers()
      }
      const { challenge, ...wish } = await full()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 })
      expect(said(await order({ ...wish, altcha: solveForTest(challenge) }))).toBe('pay.tooManyUnpaid')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not asked for, and not used up, where it is not needed', async () => {
    const { challenge, ...wish } = await full()
    const altcha = solveForTest(challenge)
    const free = { ...wish, from: newClient(), altcha }
    expect(said(await order(free))).toBe('made')
    expect(said(await order({ ...wish, altcha }))).toBe('made')
  })
})
