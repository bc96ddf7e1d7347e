// For the test of the audit log: calls that are looked at while they are made, and those that are not made.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import type { TestShop } from './harness.ts'

/** What answers, looks or proves who one is, and changes nothing that somebody would ask about. */
export const CHANGES_NOTHING = [
  'POST /office/bulk/preview',
  'POST /office/bulk/wishers',
  'POST /office/key-batches/look',
  'POST /office/methods/{id}/try',
  'POST /office/orders/by-key',
  'POST /office/session/renew',
]
/** A file that nothing shows yet (what shows it is a change of its own), and what is one's own alone: how one looks at lists, files that one took, previews. */
export const CHANGES_OF_NOBODY = [
  'POST /office/pictures',
  'POST /office/pictures/{id}/cut',
  'POST /office/logo/file',
  'POST /office/products/{id}/preview',
  'POST /office/pages/{page}/preview',
  'POST /office/lists/{list}/columns',
  'POST /office/lists/{list}/views',
  'POST /office/views/{id}',
  'DELETE /office/views/{id}',
  'DELETE /office/files/{id}',
]
/** Coming in and going, and what needs jobs that run: tried in the tests that are named, by rows that they ask for or by the work below. */
export const TRIED_ELSEWHERE: Record<string, string> = {
  'POST /office/session': 'src/rooms/staff/staff.test.ts',
  'POST /office/demo': 'src/rooms/staff/staff.test.ts',
  'POST /office/prove': 'src/rooms/staff/staff.test.ts',
  'DELETE /office/session': 'src/rooms/staff/staff.test.ts',
  'POST /office/invitation': 'src/rooms/staff/staff.test.ts',
  'POST /office/invitation/accept': 'src/rooms/staff/staff.test.ts',
  'POST /office/me/password': 'src/rooms/staff/own.test.ts',
  'POST /office/me/authenticator/begin': 'src/rooms/staff/own-authenticator.test.ts',
  'POST /office/me/authenticator': 'src/rooms/staff/own-authenticator.test.ts',
  'POST /office/session/passkey/begin': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/session/passkey': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/prove/passkey/begin': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/prove/passkey': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/me/passkeys/begin': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/me/passkeys': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/me/passkeys/{id}/rename': 'src/rooms/staff/passkeys.test.ts',
  'DELETE /office/me/passkeys/{id}': 'src/rooms/staff/passkeys.test.ts',
  'POST /office/lists/orders/file': 'src/rooms/lists/files.test.ts',
  'POST /office/lists/products/file': 'src/rooms/lists/files.test.ts',
  'POST /office/lists/batches/file': 'src/rooms/lists/files.test.ts',
  'POST /office/lists/inbox/file': 'src/rooms/lists/files.test.ts',
  'POST /office/lists/audit/file': 'src/rooms/lists/files.test.ts',
  'POST /office/lists/{list}/shared-views': 'src/rooms/lists/views.test.ts',
  'POST /office/shared-views/{id}': 'src/rooms/lists/views.test.ts',
  'DELETE /office/shared-views/{id}': 'src/rooms/lists/views.test.ts',
  'POST /office/banners/{id}/picture': 'src/rooms/products/banners.test.ts',
  'POST /office/products/{id}/screenshots': 'src/rooms/products/screenshots.test.ts',
  'POST /office/products/{id}/screenshots/order': 'src/rooms/products/screenshots.test.ts',
  'POST /office/screenshots/{id}': 'src/rooms/products/screenshots.test.ts',
  'POST /office/screenshots/{id}/picture': 'src/rooms/products/screenshots.test.ts',
  'POST /office/screenshots/{id}/remove': 'src/rooms/products/screenshots.test.ts',
  'POST /office/logo/{place}': 'src/rooms/settings/logo.test.ts',
  'POST /office/contact/{item}': 'src/rooms/content/seller.test.ts',
  'POST /office/alert-channels/{channel}/test': 'src/rooms/alerts/channels.test.ts',
  'POST /office/keys/release': 'src/rooms/keys/stock.test.ts',
  'POST /office/health/mails/{id}/send': 'src/rooms/health/health-mails.test.ts',
  'POST /office/health/mail-test': 'src/rooms/health/health-mails.test.ts',
  'POST /office/health/jobs/{id}/retry': 'src/rooms/health/health.test.ts',
  'POST /office/health/jobs/{id}/give-up': 'src/rooms/health/health.test.ts',
  'POST /office/health/jobs/{id}/remove': 'src/rooms/health/health.test.ts',
  'POST /office/orders/{id}/accept': 'src/rooms/orders/office-calls/office-acts.test.ts',
  'POST /office/orders/{id}/lost': 'src/rooms/orders/refunds/dispute-lost.test.ts',
  'POST /office/refunds/{number}/made': 'src/rooms/orders/settling/mark-paid.test.ts',
  'POST /office/refunds/{number}/give-up': 'src/rooms/orders/refunds/by-hand.test.ts',
  'POST /office/currencies/{id}/take-bank': 'src/rooms/money/office.test.ts',
}
/** Sessions, limits, and what goes out later (mails, jobs, what other rooms hear of). */
const APART = ['staff_sessions', 'rate_limits', 'mails', 'events', 'listing_checks']

export const WHY = 'a test asks'
/** From now on the database knows which tables each transaction has written. */
export async function noteTouches({ db }: TestShop): Promise<void> {
  await db.run(sql`create table touched (xid xid8 not null, name text not null, primary key (xid, name))`)
  await db.run(sql`
    create function note_touch() returns trigger language plpgsql as $$
    begin
      insert into touched values (pg_current_xact_id(), tg_table_name) on conflict do nothing;
      return null;
    end $$`)
  await db.run(sql`
    do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'touched' loop
        execute format('create trigger note_touch after insert or update or delete on %I for each row execute function note_touch()', name);
      end loop;
    end $$`)
}

/** By the field, from what it is. */
export const changes = (...list: [string, unknown, unknown][]) => ({
  changes: list.map(([field, from, to]) => ({ field, from, to })),
})

export function auditedCalls(world: () => { shop: TestShop; ada: TestStaff }) {
  const made = new Set<string>()

  const get = (path: string) => askAs(world().shop, world().ada, `GET ${path}`)

  /** Makes a call of the contracts, and looks what it changed. `{…}` of its path are taken from `params`. */
  async function make(name: string, params: Record<string, string | number> = {}, body: object = {}) {
    await world().shop.db.run(sql`delete from touched`)
    await world().shop.db.run(sql`delete from rate_limits`)
    const last = await world().shop.db.one<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from audit_log`)
    const filled = name.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
    const data = await askAs(world().shop, world().ada, filled, body)
    expect([name, data?.refused, data?.errors]).toEqual([name, undefined, undefined])
    await expectAudited(name, last.id)
    return data
  }

  async function expectAudited(name: string, after: number): Promise<void> {
    made.add(name)
    const changed = await world().shop.db.query<{ tables: string[] }>(sql`
    select array_agg(name order by name) as tables from touched group by xid`)
    const unsaid = changed
      .filter(({ tables }) => !tables.includes('audit_log'))
      .flatMap(({ tables }) => tables.filter((table) => !APART.includes(table)))
    const rows = await world().shop.db.query<{ who: string | null }>(
      sql`select staff_id as who from audit_log where id > ${after}`,
    )
    expect([name, unsaid, rows.length > 0, rows.every(({ who }) => who === world().ada.id)]).toEqual([
      name,
      [],
      true,
      true,
    ])
  }

  const methodOf = async (id: number) =>
    (await get('/office/methods')).rows.find((one: { id: number }) => one.id === id)
  const positionOf = async (id: number) => (await methodOf(id)).fields.position

  return { made, get, make, methodOf, positionOf }
}
