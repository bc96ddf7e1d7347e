// A member's first look at his 1,000 orders, and at the library of their keys.
import { createHash, randomBytes } from 'node:crypto'
import { withClient } from '../src/platform/database/patience.ts'
import { type Measured, measure } from './load.ts'

const ORDERS = 1_000

/** Needs as many delivered orders in the shop: those of the purchases before. */
export async function measureMemberOrders(
  origin: string,
  databaseUrl: string,
): Promise<{ list: Measured; keys: Measured }> {
  const token = await memberWithOrders(databaseUrl)
  const ask = (path: string) =>
    measure({
      url: origin,
      connections: 4,
      seconds: 5,
      headers: { authorization: `Bearer ${token}` },
      requests: [{ path: `/prod-api/api/profile/${path}` }],
    })
  return {
    list: await ask('orders?productType=0&pageNum=1&pageSize=10'),
    keys: await ask('keys?pageNum=1&pageSize=20'),
  }
}

/** Answers the token of his session. */
async function memberWithOrders(databaseUrl: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await withClient(databaseUrl, 'bench', async (client) => {
    const { rows } = await client.query<{ id: string }>(`
      insert into members (id, username, username_key, email, email_key, uname, locale)
      values (gen_random_uuid(), 'bench', 'bench', 'bench@example.com', 'bench@example.com', 'bench', 'en-US') returning id`)
    const memberId = rows[0]!.id
    await client.query(
      `insert into sessions (id, token_hash, member_id, seconds, address, system, device, expires_at)
       values (gen_random_uuid(), $1, $2, 3600, '127.0.0.1', 'Linux', 'bench', now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), memberId],
    )
    const given = await client.query(
      `update orders set member_id = $1
       where id = any(array(select id from orders where status = 'Delivered' order by placed_at, id limit ${ORDERS}))`,
      [memberId],
    )
    if (given.rowCount !== ORDERS) throw new Error(`only ${given.rowCount} orders were there to be given to a member`)
    await client.query('analyze orders')
    await client.query('vacuum analyze library_lines')
  })
  return token
}
