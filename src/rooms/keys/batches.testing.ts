// For the tests of batches: one that is brought in, what is done to it, and where its keys are.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, statusOf, type TestShop } from '#test/harness.ts'

export const fresh = () => `KEY-${randomUUID().toUpperCase()}`
export const typed = (product: { slug: string }, keys: string[], more: object = {}) => ({
  ...{ id: randomUUID(), skuCode: product.slug.toUpperCase(), source: 'order 7', supplier: 'Kinguin' },
  ...{ text: keys.join('\r\n'), ...more },
})

export function batches(world: () => { shop: TestShop; ada: TestStaff }) {
  const ask = (name: string, body?: object, who = world().ada) => askAs(world().shop, who, name, body)
  /** A batch of so many keys, by an import. */
  async function batchOf(count: number) {
    const product = await addProduct(world().shop)
    const keys = Array.from({ length: count }, fresh)
    const { id } = await ask('POST /office/key-batches', typed(product, keys))
    return { ...product, id: id as string, keys }
  }
  const act = (id: string, what: string, seen: string, who = world().ada) =>
    ask(`POST /office/key-batches/${id}/${what}`, { seen, reason: 'the supplier asks for them' }, who)
  const countsOf = async (id: string) => (await ask(`GET /office/key-batches/${id}`)).counts
  const stockOf = async (offerId: number) => (await vaultOf(world().shop, offerId)).stock
  const auditOf = (id: string) =>
    world().shop.db.query<{ act: string; actor: string; reason: string; before: unknown; after: unknown }>(sql`
    select act, actor, reason, before, after from audit_log where subject_kind = 'keyBatch' and subject_id = ${id} order by id`)

  async function reachesStatus(orderId: string, status: string) {
    await expect.poll(() => statusOf(world().shop, orderId), { timeout: 20_000 }).toBe(status)
  }

  return { ask, batchOf, act, countsOf, stockOf, auditOf, reachesStatus }
}
