// For tests: an order with which nothing works.
import { sql } from '#platform/database/sql.ts'
import type { TestShop } from '#test/harness.ts'

/** Whatever is done to this order fails, until the function that it answers is called. `code`: as what, by PostgreSQL’s appendix A. */
export async function breakOrder(
  shop: Pick<TestShop, 'db'>,
  id: string,
  code = 'P0001',
): Promise<() => Promise<unknown>> {
  await shop.db.run(sql`create table broken_orders (id uuid, code text)`)
  await shop.db.run(sql`insert into broken_orders values (${id}, ${code})`)
  await shop.db.run(sql`
    create function break_order() returns trigger language plpgsql as 'begin
      raise exception using message = ''broken on purpose'', errcode = (select b.code from broken_orders b where b.id = old.id);
    end'`)
  await shop.db.run(
    sql`create function is_broken(id uuid) returns boolean language sql as 'select exists (select from broken_orders b where b.id = $1)'`,
  )
  await shop.db.run(sql`
    create trigger break_order before update on orders for each row when (is_broken(old.id)) execute function break_order()`)
  return async () => {
    await shop.db.run(sql`drop trigger break_order on orders`)
    await shop.db.run(sql`drop function break_order`)
    await shop.db.run(sql`drop function is_broken`)
    await shop.db.run(sql`drop table broken_orders`)
  }
}
