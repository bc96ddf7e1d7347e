// The database's clock was set back: what was noted by the clock before keeps nobody waiting until it comes round.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { openTestShop, PAYSSION, type TestShop } from '#test/harness.ts'
import { beginDue, knowProviders } from './reconcile-store.ts'
import { ordered } from './scene.testing.ts'
import { claimAsking, claimOpening } from './store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('whose page was being opened then is opened one now, and is asked about', async () => {
  const { attempt } = await ordered(shop, PAYSSION)
  const noted = (tx: Transaction, when: 'now' | 'in an hour') =>
    tx.run(sql`
      update payments set state = 'created', redirect_url = null, updated_at = m.at, asked_at = m.at
      from (select now() + case when ${when === 'now'} then interval '0' else interval '1 hour' end as at) m where id = ${attempt}`)
  const claims = async (tx: Transaction) => [await claimOpening(tx, attempt), await claimAsking(tx, attempt)]
  // In one transaction it is the same moment: it is asked again after two seconds.
  await shop.db.transaction(async (tx) => {
    await noted(tx, 'now')
    expect(await claims(tx)).toEqual([false, false])
  })
  await shop.db.transaction(async (tx) => {
    await noted(tx, 'in an hour')
    expect(await claims(tx)).toEqual([true, true])
    // By one.
    expect(await claims(tx)).toEqual([false, false])
  })
})

test('a turn that was taken then bars nobody, and one that was taken now does', async () => {
  const takes = () => shop.db.transaction((tx) => takeTurn(tx, ['somebody'], 60))
  expect([await takes(), await takes()]).toEqual([true, false])
  await shop.db.run(sql`update rate_limits set minute = minute + interval '1 hour'`)
  expect([await takes(), await takes()]).toEqual([true, false])
})

test('a comparison that was begun a day ahead is begun anew', async () => {
  await knowProviders(shop.db, ['toy'])
  const begun = () => shop.db.transaction((tx) => beginDue(tx, [{ name: 'toy', lists: true }], false))
  const at = (ahead: string) =>
    shop.db.run(sql`
      update reconciliations set stage = null, began_at = now() + ${ahead}::interval, finished_to = now() + ${ahead}::interval where provider = 'toy'`)
  await at('1 day')
  expect(await begun()).toEqual(['toy'])
  expect(await begun()).toEqual([])
  // Of a moment ago.
  await at('-1 minute')
  expect(await begun()).toEqual([])
  // What it compares does not begin after its end, however far ahead the last one ended.
  await at('5 days')
  expect(await begun()).toEqual(['toy'])
  const { hours } = await shop.db.one<{ hours: number }>(
    sql`select extract(epoch from to_at - from_at)::float / 3600 as hours from reconciliations where provider = 'toy'`,
  )
  expect(hours).toBe(44)
})
