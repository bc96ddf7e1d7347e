// Which reductions the shop may announce, from real price history (EU 98/6 Art. 6a, CJEU C-330/23).
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { convert } from '#platform/money.ts'
import { until } from '#platform/testing.ts'
import { cardRows, offerRows } from '#rooms/products/store.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { reductionOf } from './rules.ts'

describe('a reduction', () => {
  test('counts from the lowest price, rounded down', () => {
    expect(reductionOf(1000, 2000, 1500)).toEqual({ before: 2000, lowest: 1500, percent: 33 })
    expect(reductionOf(1, 3, 3)).toEqual({ before: 3, lowest: 3, percent: 66 })
  })

  test('is none at or above the lowest price, nor below one percent of it', () => {
    expect(reductionOf(1500, 2000, 1500)).toBeNull()
    expect(reductionOf(1600, 2000, 1500)).toBeNull()
    expect(reductionOf(9999, 10_000, 10_000)).toBeNull()
    expect(reductionOf(9900, 10_000, 10_000)?.percent).toBe(1)
    expect(reductionOf(1000, null, null)).toBeNull()
  })

  test('never claims more than is true', () => {
    const cents = fc.integer({ min: 1, max: 2_000_000_000 })
    fc.assert(
      fc.property(cents, cents, cents, (now, before, lowest) => {
        const found = reductionOf(now, before, lowest)
        if (!found) return now * 100 > lowest * 99
        return now * 100 <= lowest * (100 - found.percent) && now * 100 > lowest * (99 - found.percent)
      }),
    )
  })
})

describe('in the shop', () => {
  let shop: TestShop
  let product: TestProduct
  let euro: number

  beforeAll(async () => {
    shop = await openTestShop({ WORKER: 'off' })
    product = await addProduct(shop, { keys: 3, priceCents: 1200 })
    await shop.db.run(
      sql`update products set first_published_at = now() - interval '1 year' where id = ${product.productId}`,
    )
    await shop.db.run(sql`update offers set created_at = now() - interval '1 year' where id = ${product.offerId}`)
    euro = (await shop.db.one<{ id: number }>(sql`select id from currencies where code = 'EUR'`)).id
    await until(async () => (await info()).status === 200, 'its shelf is known')
    await until(
      async () => (await shop.call('POST', '/api/product/list', { body: {} })).body.total === 1,
      'it stands in lists',
    )
  })
  afterAll(() => shop.close())

  const info = (currency?: string) =>
    shop.call(
      'GET',
      `/api/product/info?zhname=${product.slug}&categoryName=games${currency ? `&currency=${currency}` : ''}`,
    )
  /** What the product says; its card in a list says the same. */
  const reductionNow = async (currency?: string) => {
    const { reduction } = (await info(currency)).body.data.offers[0]
    const { body } = await shop.call('POST', '/api/product/list', {
      body: {},
      headers: currency ? { 'x-currency': currency } : {},
    })
    expect(body.rows.find((row: { id: number }) => row.id === product.productId).reduction).toEqual(reduction)
    return reduction
  }

  type Past = { hoursAgo: number; value: number }
  /** What it cost until so many hours ago, and what a euro was worth (rate × 1e8). */
  /** In one transaction, which has one moment: what is so many hours ago is that to the microsecond. */
  const history = (prices: Past[], rates: Past[] = []) =>
    shop.db.transaction(async (tx) => {
      await tx.run(sql`delete from past_prices where offer_id = ${product.offerId}`)
      await tx.run(sql`delete from past_rates where currency_id = ${euro}`)
      await tx.run(sql`
        insert into past_prices (offer_id, until, price_cents)
        select ${product.offerId}::int, now() - make_interval(hours => h), v
        from unnest(${prices.map((p) => p.hoursAgo)}::int[], ${prices.map((p) => p.value)}::int[]) as p(h, v)`)
      await tx.run(sql`
        insert into past_rates (currency_id, until, rate_e8)
        select ${euro}::int, now() - make_interval(hours => h), v
        from unnest(${rates.map((p) => p.hoursAgo)}::int[], ${rates.map((p) => p.value)}::bigint[]) as p(h, v)`)
    })
  const day = (days: number, value: number): Past => ({ hoursAgo: days * 24, value })
  const todaysRate = () =>
    until(async () => {
      const { body } = await shop.call('GET', '/api/home/rate')
      return body.data.some((row: { moneyRate: number }) => row.moneyRate === 0.9)
    }, 'the rate of today is known')

  test('an operator’s change of price is kept by the database and shown at once', async () => {
    await history([])
    await shop.db.run(sql`update offers set price_cents = 2000 where id = ${product.offerId}`)
    expect(await reductionNow()).toBeNull()
    await history([])
    await shop.db.run(sql`update offers set price_cents = 1200 where id = ${product.offerId}`)
    expect(await reductionNow()).toEqual({ priceBefore: 20, lowestPrice30: 20, percent: 40 })
  })

  test('the lowest of the 30 days before it counts, not the price that was raised to be cut', async () => {
    await history([day(40, 900), day(12, 1500), day(2, 2000)])
    expect(await reductionNow()).toEqual({ priceBefore: 20, lowestPrice30: 15, percent: 20 })
  })

  test('a price that held until 31 days before the cut is forgotten, one that held until 29 days before is not', async () => {
    await history([day(36, 1250), day(5, 2000)])
    expect((await reductionNow()).lowestPrice30).toBe(20)
    await history([day(34, 1250), day(5, 2000)])
    expect((await reductionNow()).lowestPrice30).toBe(12.5)
  })

  test('it is no news after 30 days', async () => {
    await history([day(29, 2000)])
    expect(await reductionNow()).not.toBeNull()
    await history([day(31, 2000)])
    expect(await reductionNow()).toBeNull()
  })

  test('none where it was cheaper before, or has become dearer', async () => {
    await history([day(10, 1200), day(2, 2000)])
    expect(await reductionNow()).toBeNull()
    await history([day(2, 1100)])
    expect(await reductionNow()).toBeNull()
  })

  test('days before the offer was there count in no currency', async () => {
    await shop.db.run(sql`update currencies set rate_e8 = 90000000 where id = ${euro}`)
    const madeBefore = (hours: number) =>
      shop.db.run(
        sql`update offers set created_at = now() - make_interval(hours => ${hours}::int) where id = ${product.offerId}`,
      )
    await madeBefore(24 * 4)
    try {
      await history([day(2, 2000)], [day(10, 50_000_000), day(3, 80_000_000)])
      await todaysRate()
      // The offer came when a euro was 0.80: the 0.50 of ten days ago was never asked.
      expect(await reductionNow('EUR')).toEqual({ priceBefore: 18, lowestPrice30: 16, percent: 32 })
    } finally {
      await madeBefore(24 * 365)
    }
  })

  test('in euros the prices of then are converted at the rates of then', async () => {
    await shop.db.run(sql`update currencies set rate_e8 = 90000000 where id = ${euro}`)
    await history([day(2, 2000)], [day(10, 50_000_000), day(5, 80_000_000)])
    // $ 20.00 was € 10.00 at its cheapest and € 18.00 right before; today it is € 10.80.
    await todaysRate()
    expect(await reductionNow('EUR')).toBeNull()
    expect(await reductionNow('USD')).toEqual({ priceBefore: 20, lowestPrice30: 20, percent: 40 })
    await history([day(2, 2000)], [day(10, 70_000_000), day(5, 80_000_000)])
    expect(await reductionNow('EUR')).toEqual({ priceBefore: 18, lowestPrice30: 14, percent: 22 })
    expect(await reductionNow('XXX')).toBeNull()
    expect((await info('euro')).status).toBe(400)
  })

  test('what it cost as a draft is no price before; published once, it has a past from then on', async () => {
    const draft = await addProduct(shop, { keys: 3, priceCents: 500 })
    const id = draft.productId
    await shop.db.run(sql`update products set is_draft = true, first_published_at = null where id = ${id}`)
    const cost = (cents: number) =>
      shop.db.run(sql`update offers set price_cents = ${cents} where id = ${draft.offerId}`)
    const publish = (isDraft: boolean) => shop.db.run(sql`update products set is_draft = ${isDraft} where id = ${id}`)
    const reduced = async () => {
      const [{ priceBefore, lowestPrice } = {}] = await offerRows(shop.db, id, 1, 1)
      const [card] = await cardRows(shop.db, [id], 'en-US', { currencyId: 1, unit: 1, drafts: true })
      expect([card!.priceBefore, card!.lowestPrice]).toEqual([priceBefore, lowestPrice])
      return [priceBefore, lowestPrice]
    }
    await cost(6000)
    await cost(1000)
    expect(await reduced()).toEqual([null, null])
    await publish(false)
    expect(await reduced()).toEqual([null, null])
    await cost(800)
    expect(await reduced()).toEqual([1000, 1000])
    // Taken out of the shop for a while it has been there all the same.
    await publish(true)
    await publish(false)
    expect(await reduced()).toEqual([1000, 1000])
  })

  test('the database finds what looking at every hour finds', async () => {
    const changes = (min: number, max: number) =>
      fc.uniqueArray(fc.record({ hoursAgo: fc.integer({ min: 1, max: 24 * 80 }), value: fc.integer({ min, max }) }), {
        selector: (past) => past.hoursAgo,
        maxLength: 8,
      })
    const { rate } = await shop.db.one<{ rate: string }>(
      sql`select rate_e8::text as rate from currencies where id = ${euro}`,
    )
    await fc.assert(
      fc.asyncProperty(
        changes(1, 3000),
        changes(1, 500_000_000),
        fc.constantFrom(1, 100),
        async (prices, rates, unit) => {
          await history(prices, rates)
          const [row] = await offerRows(shop.db, product.productId, euro, unit)
          const last = prices.toSorted((a, b) => a.hoursAgo - b.hoursAgo)[0]
          const cut = last && last.hoursAgo < 720 && last.value > 1200 ? last.hoursAgo : undefined
          const held = (past: Past[], at: number, now: number) =>
            past.filter((p) => p.hoursAgo <= at).toSorted((a, b) => b.hoursAgo - a.hoursAgo)[0]?.value ?? now
          const priceAt = (hoursAgo: number) =>
            convert(held(prices, hoursAgo, 1200), {
              rate: BigInt(held(rates, hoursAgo, Number(rate))),
              unit,
            })
          // A value held until its hour, that hour included: the window ends at the cut and begins right after 30 days before.
          const seen = Array.from({ length: 720 }, (_, hour) => priceAt((cut ?? 0) + hour))
          expect([row?.priceBefore, row?.lowestPrice]).toEqual(
            cut === undefined ? [null, null] : [priceAt(cut), Math.min(...seen)],
          )
        },
      ),
      // What rounds to nothing costs a selling unit.
      {
        numRuns: 60,
        examples: [
          [
            [
              { hoursAgo: 2, value: 1 },
              { hoursAgo: 1, value: 1201 },
            ],
            [],
            100,
          ],
        ],
      },
    )
  })
})
