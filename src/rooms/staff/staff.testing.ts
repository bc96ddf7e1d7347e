// For tests: people who work in a test's shop, and what they sign in with.
import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { sql } from '#platform/database/sql.ts'
import { hashPassword } from '#rooms/passwords/argon2.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { newRecoveryCodes, newSecret } from '#rooms/totp/hands.ts'
import type { Answer, TestShop } from '#test/harness.ts'
import { hashOfToken, newToken } from './cookie.ts'
import { createFactors } from './factors.ts'
import { inviteOwner } from './invitations.ts'

export interface TestStaff {
  id: string
  email: string
  secret: string
  recoveryCodes: string[]
  /** `Cookie` header of a browser in which he is signed in. */
  cookie: string
}

type Shop = Pick<TestShop, 'db'> & { shop: { ground: Pick<TestShop['shop']['ground'], 'keyring'> } }

/** As somebody is who has used his link. */
export async function addStaff(
  { db, shop }: Shop,
  { role = 'owner', password }: { role?: string; password?: string } = {},
): Promise<TestStaff> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@staff.example`
  const [secret, recoveryCodes, token] = [newSecret(), newRecoveryCodes(), newToken()]
  const factors = createFactors(shop.ground.keyring)
  await db.run(sql`
    insert into staff (id, email, email_key, name, role, password_hash)
    values (${id}, ${email}, ${email}, 'Ada', ${role}, ${password === undefined ? null : hashPassword(password)})`)
  await db.run(
    sql`insert into staff_authenticators (staff_id, sealed, last_step) values (${id}, ${factors.seal(id, secret)}, 0)`,
  )
  const hashes = recoveryCodes.map((code) => factors.hashOf(id, code))
  await db.run(sql`
    insert into staff_recovery_codes (staff_id, hash) select ${id}, h from unnest(${hashes}::bytea[]) as h`)
  await db.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device)
    values (${randomUUID()}, ${id}, ${hashOfToken(token)}, '127.0.0.1', 'Linux', 'Firefox')`)
  return { id, email, secret, recoveryCodes, cookie: `office=${token}` }
}

/** A code that was not used yet, whatever was used in this half minute. */
export async function codeNow({ db }: Pick<TestShop, 'db'>, { id, secret }: TestStaff): Promise<string> {
  await db.run(sql`update staff_authenticators set last_step = 0 where staff_id = ${id}`)
  return generateSync({ secret })
}

/** What `npm run owner` prints behind the `#`. */
export const invite = ({ db }: Pick<TestShop, 'db'>, email: string) =>
  db.transaction((tx) => inviteOwner(tx, { email, machineUser: 'a test', domain: 'shop.example' }))

/** The cookie that an answer set. */
export const cookieOf = ({ headers }: Answer) => /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''

/** Asks a call of the office, as `GET /office/…`: its data, or why it was refused. */
export async function askAs({ call }: Pick<TestShop, 'call'>, who: TestStaff, name: string, body?: object) {
  const [method, path] = name.split(' ') as [string, string]
  const answer = await call(method, path, { headers: { cookie: who.cookie }, ...(body && { body }) })
  const { msg, errors, data } = answer.body
  return answer.status === 200 ? data : { status: answer.status, refused: msg, errors, data }
}

export const PASSWORD = 'Plum-Engine-9'

export function doors(shop: () => TestShop) {
  const sealed = (password: string) => sealForTest(shop().call, password)

  const inbox = (email: string) =>
    shop().db.query(sql`select template from mails where recipient = ${email} order by created_at, id limit 10`)

  async function signIn(email: string, password: string, proof: object): Promise<Answer> {
    return shop().call('POST', '/office/session', { body: { email, password: await sealed(password), ...proof } })
  }

  return { sealed, inbox, signIn }
}
