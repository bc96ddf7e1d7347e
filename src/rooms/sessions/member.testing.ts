// For tests: members, without the mails that a registration takes.
import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { hashPassword } from '#rooms/passwords/argon2.ts'

export interface TestMember {
  id: string
  username: string
  email: string
  /** Of a session that began now. */
  token: string
  /** `Cookie` header of a browser in which he is signed in; programs send `authorization: Bearer`. */
  cookie: string
}

/** A member who is signed in; without a password he has none. */
export async function addMember(
  { db }: { db: Queryable },
  more: { email?: string; password?: string } = {},
): Promise<TestMember> {
  const username = `member-${randomBytes(6).toString('hex')}`
  const { email = `${username}@example.com`, password } = more
  const { id } = await db.one<{ id: string }>(sql`
    insert into members (id, username, username_key, email, email_key, password_hash, uname, locale)
    values (gen_random_uuid(), ${username}, ${username}, ${email}, ${email.toLowerCase()},
      ${password === undefined ? null : hashPassword(password)}, ${username}, 'en-US') returning id`)
  return { id, username, email, ...(await signIn({ db }, id)) }
}

/** A session of his that begins now. */
export async function signIn(
  { db }: { db: Queryable },
  memberId: string,
): Promise<Pick<TestMember, 'token' | 'cookie'>> {
  const token = randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into sessions (id, token_hash, member_id, seconds, address, system, device, expires_at)
    values (gen_random_uuid(), ${createHash('sha256').update(token).digest()}, ${memberId}, 3600, '127.0.0.1', 'Linux', 'Firefox', now() + interval '1 hour')`)
  return { token, cookie: `token=${token}` }
}
