// For tests: a change of address that waits to be confirmed.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { addMember, type TestMember, type TestShop } from '#test/harness.ts'

/** Asks for another address of the member, in this browser of his or somebody else's; answers the id of the change, by which its links are made. */
export async function askForAddress(
  shop: TestShop,
  member: Pick<TestMember, 'id'>,
  { cookie }: Pick<TestMember, 'cookie'>,
  email: string,
): Promise<string> {
  const { status } = await shop.call('POST', '/api/profile/email', { headers: { cookie }, body: { email } })
  expect(status).toBe(200)
  const { id } = await shop.db.one<{ id: string }>(sql`
    select id from email_changes where member_id = ${member.id} and confirmed_at is null`)
  return id
}

export const as = ({ cookie }: TestMember) => ({ cookie })
export const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`

interface Words {
  subject: string
  text: string
  html: string
  locale: string
}
export const tokenIn = ({ text }: Words, name: 'confirm' | 'token') => new RegExp(`#${name}=([\\w.-]+)`).exec(text)![1]!

export function addressChanges(shop: () => TestShop) {
  /** Each test has a minute of its own. */
  async function ask(member: TestMember, email: string, headers: Record<string, string> = {}) {
    await shop().db.run(sql`delete from rate_limits`)
    return shop().call('POST', '/api/profile/email', { body: { email }, headers: { ...as(member), ...headers } })
  }
  const confirm = (member: TestMember | undefined, token: string) =>
    shop().call('POST', '/api/profile/email/confirm', { body: { token }, headers: member ? as(member) : {} })
  const undo = (token: string) => shop().call('POST', '/api/profile/email/undo', { body: { token } })
  const addressOf = async (member: TestMember) =>
    (await shop().db.one<{ email: string }>(sql`select email from members where id = ${member.id}`)).email
  const isSignedIn = async (member: TestMember) =>
    (await shop().call('GET', '/api/getInfo', { headers: as(member) })).status === 200

  /** The newest mail of this kind to this address, once it is written. */
  async function written(template: string, recipient: string): Promise<Words> {
    const row = await until(async () => {
      const newest = await shop().db.maybe<{ id: string; sealed: Buffer | null; locale: string }>(
        sql`select id, sealed, locale from mails where template = ${template} and recipient = ${recipient} order by created_at desc, id limit 1`,
      )
      return newest?.sealed && { ...newest, sealed: newest.sealed }
    }, `${template} is written`)
    return { ...openMail(shop().shop.ground.keyring, row), locale: row.locale }
  }

  /** A member who has asked for another address, and the token that was mailed there. */
  async function asked(member?: TestMember, email = newAddress()) {
    const who = member ?? (await addMember(shop()))
    expect((await ask(who, email)).status).toBe(200)
    return { member: who, email, token: tokenIn(await written('emailConfirm', email), 'confirm') }
  }

  /** A member who has confirmed another address; `back` is the token that the old address got. */
  async function changed(member?: TestMember) {
    const { member: who, email, token } = await asked(member)
    const old = await addressOf(who)
    expect((await confirm(who, token)).body.data).toEqual({ email })
    return { member: who, email, old, token, back: tokenIn(await written('emailChanged', old), 'token') }
  }

  return { ask, confirm, undo, addressOf, isSignedIn, written, asked, changed }
}
