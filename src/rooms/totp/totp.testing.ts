// For the tests of second factors: a member who has one, and how he signs in.
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, type TestMember, type TestShop } from '#test/harness.ts'

export const PASSWORD = 'correct horse'

interface Equipped extends TestMember {
  secret: string
  recoveryCodes: string[]
}

export function secondFactors(shop: () => TestShop) {
  const seconds = async () =>
    (await shop().db.one<{ now: number }>(sql`select extract(epoch from now())::float8 as now`)).now

  /** `steps`: so many times thirty seconds from now. */
  const codeOf = async (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(await seconds()) + 30 * steps })

  const as = (member: TestMember, method: string, path: string, body?: unknown) =>
    shop().call(method, path, { body, headers: { cookie: member.cookie } })

  /** A member with an authenticator app, none of whose codes was used. */
  async function equipped(): Promise<Equipped> {
    const member = await addMember(shop(), { password: PASSWORD })
    const { secret } = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
    const on = await as(member, 'POST', '/api/profile/totp/confirm', { code: await codeOf(secret) })
    expect(on.status).toBe(200)
    await shop().db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
    return { ...member, secret, recoveryCodes: on.body.data.recoveryCodes }
  }

  async function login(member: TestMember, more: { rememberMe?: boolean; headers?: Record<string, string> } = {}) {
    const { headers, ...rest } = more
    const body = { username: member.username, password: await sealForTest(shop().call, PASSWORD), ...rest }
    return shop().call('POST', '/api/login', { body, headers })
  }

  const second = (body: object, headers: Record<string, string> = {}) =>
    shop().call('POST', '/api/login/second', { body, headers })
  const ticketOf = async (member: TestMember) => (await login(member)).body.data.ticket as string

  return { codeOf, as, equipped, login, second, ticketOf }
}
