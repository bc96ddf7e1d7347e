// A price that was asked of nobody, because the version was off sale or its product a draft, is no price of the past.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { convert } from '#platform/money.ts'
import { offersOf, pastPricesOf } from '#rooms/products/offer-store.ts'
import { cardRows, offerRows } from '#rooms/products/store.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let euro: number
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  euro = (await shop.db.one<{ id: number }>(sql`select id from currencies where code = 'EUR'`)).id
})
afterAll(() => shop.close())

interface State {
  cents: number
  active: boolean
  draft: boolean
}

/** A product that has been in the shop for a year. */
async function longSold(priceCents: number) {
  const product = await addProduct(shop, { keys: 3, priceCents })
  await shop.db.run(
    sql`update products set first_published_at = now() - interval '1 year' where id = ${product.productId}`,
  )
  await shop.db.run(sql`update offers set created_at = now() - interval '1 year' where id = ${product.offerId}`)
  return product
}

/** As an import does: price and sale in one statement. */
const change = (
  { productId, offerId }: TestProduct,
  { cents = null, active = null, draft = null }: Partial<Nullable>,
) =>
  shop.db.transaction(async (tx) => {
    await tx.run(sql`
      update offers set price_cents = coalesce(${cents}::int, price_cents), active = coalesce(${active}::bool, active)
      where id = ${offerId}`)
    await tx.run(sql`update products set is_draft = coalesce(${draft}::bool, is_draft) where id = ${productId}`)
  })
type Nullable = { [K in keyof State]: State[K] | null }

const hoursPass = ({ offerId }: TestProduct, hours: number) =>
  shop.db.run(
    sql`update past_prices set until = until - make_interval(hours => ${hours}::int) where offer_id = ${offerId}`,
  )
const daysPass = (product: TestProduct, days: number) => hoursPass(product, days * 24)

/** The price before and the lowest of 30 days, in cents, as page, card and office have them. */
async function reduction({ productId }: TestProduct) {
  const [row] = await offerRows(shop.db, productId, 1, 1)
  const [card] = await cardRows(shop.db, [productId], 'en-US', { currencyId: 1, unit: 1 })
  const [office] = await offersOf(shop.db, productId)
  const found = [row?.priceBefore ?? null, row?.lowestPrice ?? null]
  expect([card!.priceBefore, card!.lowestPrice]).toEqual(found)
  expect([office!.beforeCents, office!.lowestBeforeCents]).toEqual(found)
  return found
}

const WAYS = [
  ['off sale', { active: false }, { active: true }],
  ['a draft', { draft: true }, { draft: false }],
] as const

test.each(WAYS)('what it cost while it was %s is no price before, nor the lowest of 30 days', async (_, off, on) => {
  const one = await longSold(2000)
  await change(one, off)
  await daysPass(one, 30)
  await change(one, { cents: 6000 })
  await daysPass(one, 60)
  await change(one, { cents: 4000 })
  await daysPass(one, 4)
  await change(one, on)
  expect(await reduction(one)).toEqual([null, null])
  // From its return on it has a past again: of the prices that were asked alone.
  await daysPass(one, 1)
  await change(one, { cents: 3000 })
  expect(await reduction(one)).toEqual([4000, 4000])
  expect(await offersOf(shop.db, one.productId)).toMatchObject([{ lowestCents: 3000 }])
})

test.each(WAYS)(
  'who returns from %s cheaper is reduced from what was last asked, for 30 days from then',
  async (_, off, on) => {
    const one = await longSold(5000)
    await change(one, { cents: 6000 })
    await daysPass(one, 20)
    await change(one, off)
    await daysPass(one, 5)
    await change(one, { cents: 1000 })
    await daysPass(one, 5)
    expect(await offersOf(shop.db, one.productId)).toMatchObject([{ lowestCents: 6000 }])
    await change(one, { cents: 4000, ...on })
    expect(await reduction(one)).toEqual([6000, 5000])
    await daysPass(one, 19)
    expect(await reduction(one)).toEqual([6000, 5000])
    await daysPass(one, 1)
    expect(await reduction(one)).toEqual([null, null])
  },
)

test.each(WAYS)('a reduction outlasts a time %s without another price', async (_, off, on) => {
  const one = await longSold(6000)
  await change(one, { cents: 4000 })
  await daysPass(one, 2)
  await change(one, off)
  await daysPass(one, 2)
  await change(one, on)
  expect(await reduction(one)).toEqual([6000, 6000])
})

test('the office reads every change of a price, asked or not, and no sale as one', async () => {
  const one = await longSold(2000)
  await change(one, { active: false })
  await hoursPass(one, 1)
  await change(one, { cents: 6000 })
  await hoursPass(one, 1)
  await change(one, { active: true })
  await hoursPass(one, 1)
  await change(one, { cents: 4000 })
  expect(await pastPricesOf(shop.db, one.productId)).toMatchObject([
    { priceCents: 6000, nextCents: 4000 },
    { priceCents: 2000, nextCents: 6000 },
  ])
})

test('the database finds what looking at every hour finds that was asked', async () => {
  const { rate } = await shop.db.one<{ rate: string }>(
    sql`select rate_e8::text as rate from currencies where id = ${euro}`,
  )
  const one = await longSold(1200)
  const begin: State = { cents: 1200, active: true, draft: false }
  const steps = fc.array(
    fc.record({
      hours: fc.integer({ min: 1, max: 500 }),
      to: fc.record({
        cents: fc.constantFrom(800, 1200, 1600, 2000),
        active: fc.boolean(),
        draft: fc.boolean(),
      }),
    }),
    { maxLength: 7 },
  )
  const rates = fc.uniqueArray(
    fc.record({ hoursAgo: fc.integer({ min: 1, max: 24 * 70 }), value: fc.integer({ min: 1, max: 500_000_000 }) }),
    { selector: ({ hoursAgo }) => hoursAgo, maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(steps, rates, async (taken, past) => {
      await change(one, begin)
      await shop.db.run(sql`delete from past_prices where offer_id = ${one.offerId}`)
      for (const { to, hours } of taken) {
        await change(one, to)
        await hoursPass(one, hours)
      }
      // It is on sale in the end, at the price that it has then.
      const now = { ...(taken.at(-1)?.to ?? begin), active: true, draft: false }
      await change(one, now)
      // One moment for all that is so many hours ago.
      await shop.db.transaction(async (tx) => {
        await tx.run(sql`delete from past_rates where currency_id = ${euro}`)
        await tx.run(sql`
          update past_prices set until = now() - make_interval(hours => round(extract(epoch from now() - until) / 3600)::int)
          where offer_id = ${one.offerId}`)
        await tx.run(sql`
          insert into past_rates (currency_id, until, rate_e8)
          select ${euro}::int, now() - make_interval(hours => h), v
          from unnest(${past.map((p) => p.hoursAgo)}::int[], ${past.map((p) => p.value)}::bigint[]) as p(h, v)`)
      })
      // The last hour comes first; what held until a moment held in it.
      const asked: (number | null)[] = taken
        .toReversed()
        .flatMap(({ to, hours }) => Array<number | null>(hours).fill(to.active && !to.draft ? to.cents : null))
      asked.push(...Array<number>(720 + 720).fill(begin.cents))
      const cut = asked.findIndex((cents) => cents !== null && cents !== now.cents)
      const euros = (cents: number, hoursAgo: number) => {
        const held = past.filter((p) => p.hoursAgo <= hoursAgo).toSorted((a, b) => b.hoursAgo - a.hoursAgo)[0]
        return convert(cents, { rate: BigInt(held?.value ?? rate), unit: 1 })
      }
      const seen = asked.slice(cut, cut + 720).flatMap((cents, hour) => (cents ? [euros(cents, cut + hour)] : []))
      const [row] = await offerRows(shop.db, one.productId, euro, 1)
      expect([row?.priceBefore, row?.lowestPrice]).toEqual(
        cut < 0 || cut >= 720 || asked[cut]! < now.cents ? [null, null] : [euros(asked[cut]!, cut), Math.min(...seen)],
      )
    }),
    { numRuns: 60 },
  )
})
