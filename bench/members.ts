// Members who sign in, eight at a time, and what that does to those who only look at pages.
import { randomUUID } from 'node:crypto'
import type { Database } from '../src/platform/database/database.ts'
import { sql } from '../src/platform/database/sql.ts'
import { hashPassword } from '../src/rooms/passwords/argon2.ts'
import { sealForTest } from '../src/rooms/passwords/seal.testing.ts'
import { type Measured, measure } from './load.ts'

export const PASSWORD = 'Plum-Engine-9'
const AT_ONCE = 8
const SECONDS = 8
/** So many pages are looked at in a second: what a shop has on a busy day, far from what it could serve. */
const PAGES_PER_SECOND = 200

export const nameOf = (n: number) => `known-${n}@example.com`

/** Members with names of their own and one password; nobody signed in. */
export async function addMembers(db: Database, count: number): Promise<void> {
  await db.run(sql`
    insert into members (id, username, username_key, email, email_key, uname, locale, password_hash)
    select gen_random_uuid(), 'known-' || n, 'known-' || n, 'known-' || n || '@example.com', 'known-' || n || '@example.com',
      'Known', 'en-US', ${hashPassword(PASSWORD)}
    from generate_series(1, ${count}) n`)
  await db.run(sql`analyze members`)
}

export interface Logins {
  perSecond: number
  p99: number
  alone: Measured
  beside: Measured
}

/** Needs `count` members. */
export async function measureLogins(origin: string, count: number): Promise<Logins> {
  const pages = (seconds: number) =>
    measure(
      {
        url: origin,
        connections: 4,
        seconds,
        perSecond: PAGES_PER_SECOND,
        headers: { 'accept-encoding': 'gzip' },
        requests: [{ path: '/' }, { path: '/rpg-games' }, { path: '/rpg-games/elden-ring' }],
      },
      1,
    )
  await pages(2)
  const alone = await pages(SECONDS)
  if (alone.errors > 0) throw new Error('a page is not there')
  const ask = asks(origin)
  const times: number[] = []
  let next = 0
  let isOver = false
  const member = async () => {
    while (!isOver) {
      const body = { username: nameOf(1 + (next++ % count)), password: await sealForTest(ask, PASSWORD) }
      const started = performance.now()
      const status = await post(origin, '/api/login', body)
      if (status !== 200) throw new Error(`a login was answered with ${status}`)
      times.push(performance.now() - started)
    }
  }
  const started = performance.now()
  const members = Promise.all(Array.from({ length: AT_ONCE }, member))
  const beside = await pages(SECONDS)
  isOver = true
  await members
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / ((performance.now() - started) / 1000),
    p99: times[Math.floor(times.length * 0.99)]!,
    alone,
    beside,
  }
}

/** What one member's browser asks beside a page that is the same for everybody: bytes of the answer, head and body. */
export async function measurePersonal(origin: string): Promise<number> {
  const ask = asks(origin)
  const login = await fetch(`${origin}/prod-api/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: nameOf(1), password: await sealForTest(ask, PASSWORD) }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const answer = await fetch(`${origin}/prod-api/api/getInfo`, {
    headers: { authorization: `Bearer ${data.token}`, 'accept-encoding': 'identity' },
  })
  if (!answer.ok) throw new Error(`what is personal was answered with ${answer.status}`)
  const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20)
  return head + (await answer.arrayBuffer()).byteLength
}

/** As the encryption of passwords asks for the shop's public key: once, as a browser would for some minutes. */
export function asks(origin: string): Parameters<typeof sealForTest>[0] {
  let known: ReturnType<Parameters<typeof sealForTest>[0]> | undefined
  let until = 0
  return (method, path) => {
    if (!known || Date.now() > until) {
      until = Date.now() + 20_000
      known = fetch(`${origin}/prod-api${path}`, { method }).then(
        async (answer) => ({ body: await answer.json() }) as never,
      )
    }
    return known
  }
}

/** Answers the status; what is said is read to its end. */
export async function post(origin: string, path: string, body: object): Promise<number> {
  const answer = await fetch(`${origin}/prod-api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}
