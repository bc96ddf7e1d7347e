// What stands in a member's lists, written beside the running shop.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export const someAddresses = (db: Database, memberId: string, count: number) =>
  db.run(sql`
    insert into addresses (id, member_id, first_name, last_name, address, address_other, city, province, country, zip, phone,
      phone_code, is_default, created_at)
    select gen_random_uuid(), ${memberId}, 'Ada', 'No ' || i, i || ' Street', '', 'London', 'London', 'GB', '', '1', '44', i = 1,
      now() - make_interval(mins => i) from generate_series(1, ${count}::int) i`)

/** The names of what is wished for, the newest first. */
export async function someWishes(db: Database, memberId: string, count: number): Promise<string[]> {
  const wished = await db.query<{ name: string }>(sql`
    with chosen as (
      select p.id, p.name ->> 'en-US' as name from products p
      where p.type = 0 and exists (select from offers o where o.product_id = p.id and o.active and o.stock > 20)
      order by p.id limit ${count}
    ), made as (
      insert into wishes (member_id, product_id, known_in_stock, created_at)
      select ${memberId}, id, true, now() - make_interval(mins => id) from chosen
    )
    select name from chosen order by id`)
  return wished.map(({ name }) => name)
}

export const someNotices = (db: Database, memberId: string, count: number) =>
  db.run(sql`
    insert into member_notices (id, member_id, kind, data, created_at)
    select gen_random_uuid(), ${memberId}, 'reviewPublished', jsonb_build_object('excerpt', 'Review number ' || n), now() - make_interval(mins => n)
    from generate_series(1, ${count}::int) n`)
