// For tests: members with passkeys, and the calls that a browser makes for them.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { answerWith, type Lies, makePasskey, type TestPasskey } from '#rooms/webauthn/authenticator.testing.ts'
import { addMember, type TestMember, type TestShop } from '#test/harness.ts'

export const PASSWORD = 'correct horse'

export interface Keyed extends TestMember {
  passkey: TestPasskey
}

export const REFUSAL = {
  code: 500,
  msg: 'This passkey was not accepted. Please try again, or log in with your password.',
  data: { reason: 'login.passkeyRefused' },
}

export function passkeysAt(shop: TestShop) {
  /** Where a browser finds it: at an address of digits no passkey is made. */
  const origin = shop.shop.origin.replace('127.0.0.1', 'localhost')

  const as = (member: { cookie: string }, method: string, path: string, body?: unknown) =>
    shop.call(method, path, { body, headers: { cookie: member.cookie } })

  async function add(member: TestMember, lies: Lies & { counts?: boolean } = {}) {
    const begun = await as(member, 'POST', '/api/profile/passkeys/begin')
    expect(begun.status).toBe(200)
    const { passkey, answer } = makePasskey(begun.body.data, origin, lies)
    return { passkey, answer, said: await as(member, 'POST', '/api/profile/passkeys', answer) }
  }

  const asked = async () => (await shop.call('POST', '/api/login/passkey/begin')).body.data

  const enter = (answer: object, more: { rememberMe?: boolean } = {}) =>
    shop.call('POST', '/api/login/passkey', { body: { answer, ...more } })

  return {
    origin,
    as,
    add,
    asked,
    enter,

    /** A member who has one; `counts`: it is no synced one. */
    async keyed(more: { counts?: boolean } = {}): Promise<Keyed> {
      const member = await addMember(shop, { password: PASSWORD })
      const { passkey, said } = await add(member, more)
      expect(said.status).toBe(200)
      return { ...member, passkey }
    },

    login: async (passkey: TestPasskey, lies: Lies = {}) => enter(answerWith(passkey, await asked(), origin, lies)),

    listed: async (member: TestMember) => (await as(member, 'GET', '/api/profile/passkeys')).body.rows,

    /** What the member was told by mail, the first first. */
    async mailsOf(member: TestMember): Promise<string[]> {
      const mails = await shop.db.query<{ change: string }>(sql`
        select data->>'change' as change from mails
        where recipient = ${member.email} and template = 'signInChanged' order by created_at, id`)
      return mails.map(({ change }) => change)
    },
  }
}
