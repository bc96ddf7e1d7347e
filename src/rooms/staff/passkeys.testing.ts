// For the tests of passkeys of people who work here.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { answerWith, type Lies, makePasskey, type TestPasskey } from '#rooms/webauthn/authenticator.testing.ts'
import type { Answer, TestShop } from '#test/harness.ts'
import { addStaff, type TestStaff } from './staff.testing.ts'

export const PASSWORD = 'Plum-Engine-9'
export const REFUSED = { status: 422, msg: 'office.passkeyRefused' }

type Keyed = TestStaff & { passkey: TestPasskey }
export const said = ({ status, body }: Answer) => ({ status, msg: body.msg })

export function passkeys(world: () => { shop: TestShop; origin: string }) {
  const post = (who: { cookie: string } | undefined, path: string, body?: object) =>
    world().shop.call('POST', path, { ...(who && { headers: { cookie: who.cookie } }), ...(body && { body }) })
  const begun = async (who: { cookie: string } | undefined, path: string) =>
    (await post(who, `${path}/begin`)).body.data
  const listed = async (who: TestStaff) =>
    (await world().shop.call('GET', '/office/me/passkeys', { headers: { cookie: who.cookie } })).body.data.passkeys

  async function add(who: TestStaff, lies: Lies & { counts?: boolean } = {}) {
    const { passkey, answer } = makePasskey(await begun(who, '/office/me/passkeys'), world().origin, lies)
    return { passkey, answer, told: await post(who, '/office/me/passkeys', answer) }
  }
  async function keyed(more: { counts?: boolean; role?: string } = {}): Promise<Keyed> {
    const eve = await addStaff(world().shop, { role: more.role ?? 'catalogue', password: PASSWORD })
    const { passkey, told } = await add(eve, more)
    expect(told.status).toBe(200)
    return { ...eve, passkey }
  }
  const asked = () => begun(undefined, '/office/session/passkey')
  const enter = (answer: object) => post(undefined, '/office/session/passkey', answer)
  const signIn = async (passkey: TestPasskey, lies: Lies = {}) =>
    enter(answerWith(passkey, await asked(), world().origin, lies))
  const acts = async ({ id }: TestStaff) =>
    (
      await world().shop.db.query<{ act: string; before: object; after: object }>(
        sql`select act, before, after from audit_log where subject_id = ${id} order by id`,
      )
    ).map(({ act, before, after }) => [act, before, after])
  const mails = async ({ email }: TestStaff) =>
    (
      await world().shop.db.query<{ change: string }>(sql`
      select data ->> 'change' as change from mails where recipient = ${email} and template = 'staffChanged'
      order by created_at, id`)
    ).map(({ change }) => change)

  return { post, begun, listed, add, keyed, asked, enter, signIn, acts, mails }
}
