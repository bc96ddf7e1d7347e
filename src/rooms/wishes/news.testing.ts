// For the tests of news: wishes, and what is told of them.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { TestMember, TestProduct, TestShop } from '#test/harness.ts'
import { spreadNews } from './news.ts'

interface Told {
  id: string
  kind: string
  cents: number
  recipient: string
}

export function wishing(world: () => { shop: TestShop; product: TestProduct }) {
  const wish = (who: TestMember, of = world().product, more: object = {}) =>
    world().shop.call('POST', '/api/profile/wishlist', {
      body: { productId: of.productId, ...more },
      headers: { cookie: who.cookie },
    })
  const reprice = (cents: number, of = world().product) =>
    world().shop.db.run(sql`update offers set price_cents = ${cents} where id = ${of.offerId}`)
  const options = (db: Database = world().shop.db) => ({ db, mailDomain: () => 'shop.example' })
  /** The next look, with nothing left to gather. */
  const spread = () => spreadNews(options(), 0)
  /** As if all of it had been a day earlier. */
  const nextDay = async () => {
    await world().shop.db.run(sql`update wish_news set day = day - 1`)
    await world().shop.db.run(sql`update wish_checks set due_at = due_at - interval '1 day'`)
  }
  const told = () =>
    world().shop.db.query<Told>(sql`
    select m.id, n.kind, n.cents, m.recipient from mails m join wish_news n on n.mail_id = m.id
    where m.template = 'wishNews' order by m.created_at, n.created_at, n.product_id`)
  const mails = () =>
    world().shop.db.query<{ id: string; recipient: string; locale: string }>(
      sql`select id, recipient, locale from mails order by created_at, id`,
    )

  /** A second version, in stock. */
  async function addVersion(priceCents: number): Promise<{ id: number }> {
    const sku = await world().shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, position) values (${world().product.productId}, gen_random_uuid()::text, 1) returning id`)
    await world().shop.db.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
    values (${world().product.productId}, ${sku.id}, (select id from sellers where is_shop), ${priceCents}, 'supplier', 9)`)
    return sku
  }

  return { wish, reprice, options, spread, nextDay, told, mails, addVersion }
}
