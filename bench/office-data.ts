// What the bench of the back office lists: orders, products and sold keys, each written by a few statements; and what is asked of them.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '../src/platform/crypto.ts'
import type { Database } from '../src/platform/database/database.ts'
import { withClient } from '../src/platform/database/patience.ts'
import { followListings } from '../src/rooms/products/hands.ts'

/** Each is sold; the last five characters of each are those of some others. */
const KEYS = 200_000

/** Sold keys for the newest orders, found by their ends. Answers some of these. */
export async function sellKeys(databaseUrl: string, keyring: Keyring): Promise<string[]> {
  const ends = Array.from({ length: KEYS }, (_, n) => (n % 50_000).toString(36).toUpperCase().padStart(5, '0'))
  return withClient(databaseUrl, 'bench', async (client) => {
    const batch = randomUUID()
    await client.query(
      `insert into key_batches (id, offer_id, source, cost_minor, cost_currency) select $1, id, 'bench', 1200, 'EUR' from offers order by id limit 1`,
      [batch],
    )
    await client.query(
      `with lines as (
        select l.id, row_number() over (order by l.id desc) as n from order_lines l order by l.id desc limit $2
      )
      insert into vault_keys (offer_id, batch_id, sealed, fingerprint, state, order_line_id, sold_at)
      select (select offer_id from key_batches where id = $1), $1, '\\x00', sha256(n::text::bytea), 'sold', id, now() from lines`,
      [batch, KEYS],
    )
    const tails = ends.map((end) => keyring.fingerprint('vault-tail', end).subarray(0, 8))
    await client.query(
      `update key_tails t set tail = g.tail
      from (select id, row_number() over (order by id) as n from vault_keys where batch_id = $1) k
      join unnest($2::bytea[]) with ordinality as g(tail, n) on g.n = k.n
      where t.key_id = k.id`,
      [batch, tails],
    )
    await client.query('vacuum analyze vault_keys, key_tails')
    return ends.slice(0, 200)
  })
}

/** In all states, one in a thousand a draft; and the office's list of them as it is a moment later. Answers what is asked. */
export async function spreadProducts(db: Database, databaseUrl: string): Promise<Record<string, string[]>> {
  return withClient(databaseUrl, 'bench', async (client) => {
    await client.query('update products set is_draft = true where id % 1000 = 3')
    await client.query('update offers set active = false where product_id % 10 = 1')
    // What is bought while the office is in use.
    await client.query(
      `update offers set backing = 'keys', stock = 0 where id = any(array(
        select id from offers where active and price_cents >= 500 order by id desc limit 100))`,
    )
    await followListings(db)
    await client.query('vacuum analyze products, skus, offers, product_listings, listing_checks')
    const one = async (statement: string) => (await client.query<{ v: string }>(statement)).rows[0]!.v
    const category = await one(
      'select category_id as v from products group by category_id order by count(*) desc limit 1',
    )
    const deep = await one(
      `select product_id || '_' || to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as v
      from product_listings order by changed_at, product_id offset 60 limit 1`,
    )
    const deepName = await one(
      `select product_id || '_' || name_key as v from product_listings order by name_key desc, product_id desc offset 60 limit 1`,
    )
    const sample = async (what: string) =>
      (
        await client.query<{ v: string }>(`select ${what} as v from products where id % 7 = 0 order by id limit 200`)
      ).rows.map(({ v }) => `?q=${encodeURIComponent(v)}`)
    return {
      'first page': [''],
      'by name': ['?sort=name'],
      'by state': ['?state=onSale', '?state=withoutKeys', '?state=off', '?state=onSale&sort=name'],
      'by the rarest state': ['?state=draft', '?state=draft&sort=name'],
      'by a state that none has': ['?state=withoutPrice'],
      'of a category': [
        `?category=${category}`,
        `?category=${category}&sort=name`,
        `?category=${category}&state=draft`,
      ],
      'deepest page': [`?after=${encodeURIComponent(deep)}`, `?category=${category}&after=${encodeURIComponent(deep)}`],
      'deepest page by name': [`?sort=name&after=${encodeURIComponent(deepName)}`],
      'by a whole name': await sample(`name ->> 'en-US'`),
      'by one word': ['?q=ancient', '?q=citadel', '?q=citadel&state=off'],
      'by id': await sample('id::text'),
      'by address': await sample('slug'),
      'count of all, to where it stops': ['/count'],
      'count of a state': ['/count?state=draft', `/count?state=off&category=${category}`, '/count?q=citadel'],
      'one product': (await sample('id::text')).map((path) => path.replace('?q=', '/')),
    }
  })
}

/** Two years of them by 200,000 mailboxes; one in ten thousand is disputed. Answers what is asked, by what it is called. */
export async function generateOrders(databaseUrl: string, count: number): Promise<Record<string, string[]>> {
  return withClient(databaseUrl, 'bench', async (client) => {
    await client.query(
      `insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8,
        payment_method, goods, discount, fee, coupon, freight, service, total)
      select gen_random_uuid(), upper(translate(lpad(to_hex(n), 10, '0'), '01', 'XY')),
        case when n % 10000 = 7 then 'Disputed' when n % 50 = 1 then 'Refunded' when n % 12 = 5 then 'Expired' else 'Completed' end,
        at, at + interval '30 minutes', 'buyer' || (n::bigint * 7919) % 200000 || '@example.com', 'en-US', 'USD', 100000000, 1,
        1999, 0, 0, 0, 0, 0, 1999
      from generate_series(1, $1::int) n, lateral (select now() - make_interval(secs => n * 63.0) as at) t`,
      [count],
    )
    await client.query(
      `with sold as (
        select row_number() over (order by f.id) - 1 as n, f.product_id, f.sku_id, f.id as offer_id from offers f order by f.id limit 5000
      ), placed as (
        select id, placed_at, row_number() over (order by placed_at, id) as n from orders
      )
      insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
      select o.id, 0, f.product_id, f.sku_id, f.offer_id, 'A game of the bench', 'B', 1, 1999, 1999, 1999
      from placed o join sold f on f.n = case when o.n % 4 = 0 then 0 else (o.n * 7919) % (select count(*) from sold) end
      order by o.n`,
    )
    // Of the last month, of which *Today* tells: paid, most with keys (`sellKeys`), and looked at by thirty times as many.
    await client.query(
      `with paid as (
        insert into payments (id, order_id, provider, method_id, amount, fee, currency, state, paid_amount, refunded_amount)
        select gen_random_uuid(), id, 'payssion', payment_method, total, 0, currency, 'completed', total,
          case when status = 'Refunded' then total else 0 end
        from orders where placed_at > now() - interval '30 days' and status <> 'Expired' returning id, order_id
      )
      update orders set paid_payment_id = paid.id, paid_at = placed_at + interval '1 minute', delivered_at = placed_at + interval '61 seconds'
      from paid where orders.id = paid.order_id`,
    )
    await client.query(
      `insert into visits (at, page, locale, visitor)
      select now() - make_interval(secs => n * 2.0), '/', 'en-US', decode(lpad(to_hex(n % 20000), 16, '0'), 'hex') from generate_series(1, 400000) n`,
    )
    await client.query('vacuum analyze orders, order_lines, payments, visits')
    const one = async (statement: string) => (await client.query<{ v: string }>(statement)).rows[0]!.v
    const deep = await one(
      `select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id as v
      from orders order by placed_at, id offset 60 limit 1`,
    )
    const sample = async (what: string) =>
      (
        await client.query<{ v: string }>(
          `select ${what} as v from orders where order_no like '%7' order by id limit 200`,
        )
      ).rows.map(({ v }) => `?q=${encodeURIComponent(v)}`)
    const bestseller = await one(
      'select product_id as v from order_lines group by product_id order by count(*) desc limit 1',
    )
    const version = await one(`select min(sku_id) as v from order_lines where product_id = ${bestseller}`)
    const deepLine = await one(
      `select 'line_' || id as v from order_lines where sku_id = ${version} order by id offset 60 limit 1`,
    )
    const others = (
      await client.query<{ v: string }>('select distinct product_id as v from order_lines order by 1 limit 200')
    ).rows.map(({ v }) => `?product=${v}`)
    return {
      'first page': [''],
      'the oldest first': ['?sort=oldest', '?status=Completed&sort=oldest', '?status=Disputed&sort=oldest'],
      'of a product': others,
      'of the bestseller': [`?product=${bestseller}`, `?product=${bestseller}&sort=oldest`, `?sku=${version}`],
      'of the bestseller, by status': [
        `?product=${bestseller}&status=Completed`,
        `?product=${bestseller}&status=Refunded`,
      ],
      'of the bestseller, by the rarest status': [
        `?product=${bestseller}&status=Disputed`,
        `?product=${bestseller}&status=Processing`,
      ],
      'of the bestseller, deepest page': [`?product=${bestseller}&after=${deepLine}`],
      'count of the bestseller': [`/count?product=${bestseller}`, `/count?product=${bestseller}&status=Disputed`],
      'by status': ['?status=Completed', '?status=Expired', '?status=Refunded'],
      'by the rarest status': ['?status=Disputed'],
      'by a status that none has': ['?status=Processing'],
      'deepest page': [`?after=${encodeURIComponent(deep)}`],
      'deepest page of a status': [`?status=Completed&after=${encodeURIComponent(deep)}`],
      'by mailbox': await sample('delivery_email'),
      'by mailbox and status': (await sample('delivery_email')).map((path) => `${path}&status=Disputed`),
      'by number': await sample('order_no'),
      'by id': await sample('id::text'),
      'count of all, to where it stops': ['/count'],
      'count of a status': ['/count?status=Disputed', '/count?status=Completed'],
    }
  })
}
