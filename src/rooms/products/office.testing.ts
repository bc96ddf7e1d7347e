// For the tests of products in the back office: how they are looked for and changed.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import type { TestShop } from '#test/harness.ts'

export interface Row {
  id: number
  name: string
  state: string
}

export function officeProducts(world: () => { shop: TestShop; ada: TestStaff }) {
  const as = (who: TestStaff) => (name: string, body?: object) => askAs(world().shop, who, name, body)
  const ask = (name: string, body?: object) => as(world().ada)(name, body)
  const noneWaits = () =>
    until(
      async () => (await world().shop.db.query(sql`select from listing_checks`)).length === 0,
      'the list has followed',
    )
  const rows = async (query: string): Promise<Row[]> => (await ask(`GET /office/products?${query}`)).rows
  const ids = async (query: string) => (await rows(query)).map(({ id }) => id)
  const product = (one: { productId: number }) => ask(`GET /office/products/${one.productId}`)
  const save = (one: { productId: number }, changes: [string, unknown, unknown][], who = world().ada) =>
    as(who)(`POST /office/products/${one.productId}`, {
      changes: changes.map(([field, from, to]) => ({ field, from, to })),
    })
  const audited = (act: string, id: number) =>
    world().shop.db.query<{
      actor: string
      before: Record<string, unknown>
      after: Record<string, unknown>
      reason: string
    }>(
      sql`select actor, before, after, reason from audit_log where act = ${act} and subject_id = ${String(id)} order by id`,
    )
  const publicPage = async ({ slug }: { slug: string }) =>
    (await world().shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).status

  return { as, ask, noneWaits, rows, ids, product, save, audited, publicPage }
}
