// For the tests of people who work here: what is seen, written down and mailed of them.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { Answer, TestShop } from '#test/harness.ts'
import type { TestStaff } from './staff.testing.ts'

export const PASSWORD = 'Plum-Engine-9'
export const WHY = 'she asked for it'

const as = (person: TestStaff) => ({ headers: { cookie: person.cookie } })
export const said = ({ status, body }: Answer) => (status === 200 ? 200 : body.msg)

export function people(world: () => { shop: TestShop; owner: TestStaff }) {
  const get = (person: TestStaff, path: string) => world().shop.call('GET', path, as(person))
  /** How many calls have changed something. */
  const made = { changes: 0 }
  const post = async (person: TestStaff, path: string, body: object) => {
    const answer = await world().shop.call('POST', path, { ...as(person), body })
    if (answer.status === 200) made.changes += 1
    return answer
  }
  const seenOf = async (of: TestStaff | string) =>
    (await get(world().owner, `/office/staff/${typeof of === 'string' ? of : of.id}`)).body.data.seen as string
  const act = async (by: TestStaff, on: TestStaff, name: string, more: object = {}) =>
    post(by, `/office/staff/${on.id}/${name}`, { reason: WHY, seen: await seenOf(on), ...more })

  const rowsOf = (id: string) =>
    world().shop.db.query<{ act: string; actor: string; reason: string }>(sql`
    select act, actor, reason, before, after from audit_log where subject_id = ${id} order by id`)
  const mailsTo = async (email: string) =>
    (
      await world().shop.db.query<{ what: string }>(sql`
      select template || coalesce(' ' || (data ->> 'change'), '') as what from mails where recipient = ${email} order by created_at, id`)
    ).map(({ what }) => what)
  const roleOf = async ({ id }: TestStaff) =>
    (await world().shop.db.one<{ role: string }>(sql`select role from staff where id = ${id}`)).role

  async function writtenMail(email: string): Promise<string> {
    const mail = () =>
      world().shop.db.maybe<{ id: string }>(
        sql`select id from mails where recipient = ${email} and state = 'kept' order by created_at desc limit 1`,
      )
    const { id } = (await until(mail, 'the mail is written'))!
    return (await fetch(`${world().shop.shop.origin}/sandbox/mail/${id}`)).text()
  }

  return { get, made, post, seenOf, act, rowsOf, mailsTo, roleOf, writtenMail }
}
