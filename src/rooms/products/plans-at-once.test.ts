// Prices are planned, cancelled and applied at the same moment, and who planned them is blocked in it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { planningPrices } from './plans.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  owner = await addStaff(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate planned_prices`))

const plan = (who: TestStaff, { offerId }: TestProduct, hours = 1) =>
  askAs(shop, who, `POST /office/offers/${offerId}/plans`, {
    ...{ price: 40, at: new Date(Date.now() + hours * 3_600_000).toISOString(), reason: 'sale' },
  })
const states = () => shop.db.query<{ state: string }>(sql`select state from planned_prices order by id`)

async function block(who: TestStaff) {
  const { seen } = await askAs(shop, owner, `GET /office/staff/${who.id}`)
  return askAs(shop, owner, `POST /office/staff/${who.id}/block`, { reason: 'dismissed', seen })
}

const waiting = async (count: number) => {
  const rows = await shop.db.query(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length >= count
}

/** `work` runs while what `lock` takes is held; it is let go after it. */
const whileHeld = (lock: (tx: Transaction) => Promise<unknown>, work: () => Promise<void>) =>
  shop.db.transaction(async (tx) => {
    await lock(tx)
    await work()
  })

test('a plan that is being made while its maker is blocked is cancelled with the others', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const one = await addProduct(shop, { priceCents: 6_000 })
  let isBlocked = false
  let both: Promise<unknown[]> = Promise.resolve([])
  await whileHeld(
    (tx) => tx.run(sql`select from offers where id = ${one.offerId} for update`),
    async () => {
      const made = plan(ed, one)
      await until(() => waiting(1), 'the plan waits for its offer')
      const blocked = block(ed).finally(() => {
        isBlocked = true
      })
      both = Promise.all([made, blocked])
      await until(async () => isBlocked || (await waiting(2)), 'the block is done, or waits for the plan')
    },
  )
  expect(await both).toEqual([{ id: expect.any(Number) }, null])
  expect(await states()).toEqual([{ state: 'cancelled' }])
})

test('who is blocked before his plan begins, while his call is under way, plans nothing', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const one = await addProduct(shop, { priceCents: 6_000 })
  const plans = planningPrices(shop.db)
  expect(await block(ed)).toBeNull()
  const wanted = { priceCents: 4_000, at: new Date(Date.now() + 3_600_000).toISOString(), reason: 'sale' }
  const by = { staffId: ed.id, email: ed.email, address: '' }
  await expect(plans.plan(one.offerId, wanted, by, () => {})).rejects.toMatchObject({ status: 403 })
  expect(await states()).toEqual([])
})

test('plans that come due while their maker is blocked do not wait for each other in a circle', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const one = await addProduct(shop, { priceCents: 6_000 })
  const { id: late } = await plan(ed, one, 2)
  const { id: early } = await plan(ed, one, 1)
  await shop.db.run(sql`update planned_prices set at = at - interval '3 hours'`)
  let both: Promise<unknown[]> = Promise.resolve([])
  await whileHeld(
    (tx) => tx.run(sql`select from planned_prices where id = ${early} for update`),
    async () => {
      const applied = planningPrices(shop.db).apply()
      await until(() => waiting(1), 'the earlier one is waited for')
      both = Promise.all([applied, block(ed)])
      await until(() => waiting(2), 'who is blocked waits as well')
    },
  )
  expect(early).toBeGreaterThan(late)
  expect(await both).toEqual([undefined, null])
  expect(await states()).toEqual([{ state: 'done' }, { state: 'done' }])
})
