// What members are told of their wishes: each thing once, nothing lost, whatever runs at once or dies (decision F9).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import {
  addKeys,
  addMember,
  addProduct,
  openTestShop,
  type TestMember,
  type TestProduct,
  type TestShop,
  withinOneDay,
} from '#test/harness.ts'
import { wishing } from './news.testing.ts'
import { spreadNews } from './news.ts'

let shop: TestShop
let product: TestProduct
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())
beforeEach(begin)
async function begin() {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) => tx.run(sql`truncate wishes, wish_news, wish_checks, wish_silence, mails`))
  product = await addProduct(shop, { keys: 1, priceCents: 2000, name: 'Wished Game' })
  member = await addMember(shop)
}
/** What is to be of one day. */
const today = (work: () => Promise<void>) =>
  withinOneDay(shop, async () => {
    await begin()
    await work()
  })

const { wish, reprice, options, spread, nextDay, told, mails, addVersion } = wishing(() => ({ shop, product }))
const waiting = async () =>
  (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from wish_checks where due_at <= now()`)).n

test('a lower price is told once, in one mail to the member’s own address', async () => {
  await wish(member)
  await spread()
  expect(await mails()).toEqual([])
  await reprice(1500)
  await spread()
  await spread()
  expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1500, recipient: member.email }])
  expect(await waiting()).toBe(0)
})

test('one who cannot be told keeps nobody behind him from being told', async () => {
  const other = await addMember(shop)
  await wish(member)
  await wish(other)
  await reprice(1500)
  await shop.db.run(sql`create table untold as select ${member.email}::text as recipient`)
  await shop.db.run(sql`
    create function break_mail() returns trigger language plpgsql as 'begin
      if new.recipient in (select recipient from untold) then raise exception ''broken on purpose''; end if; return new;
    end'`)
  await shop.db.run(sql`create trigger break_mail before insert on mails for each row execute function break_mail()`)
  try {
    // He is the first: his news have waited for longer.
    await spreadNews(options(), 60)
    await shop.db.run(
      sql`update wish_news set created_at = created_at - interval '1 second' where member_id = ${member.id}`,
    )
    await expect(spread()).rejects.toThrow('broken on purpose')
    expect(await told()).toMatchObject([{ recipient: other.email }])
  } finally {
    await shop.db.run(sql`drop trigger break_mail on mails`)
    await shop.db.run(sql`drop function break_mail`)
    await shop.db.run(sql`drop table untold`)
  }
  await spread()
  expect((await told()).map(({ recipient }) => recipient).sort()).toEqual([member.email, other.email].sort())
})

test('a price that is raised and lowered within the day is told once, and so is one that falls twice; the rest the next day', () =>
  today(async () => {
    await wish(member)
    await reprice(1500)
    await spread()
    for (const cents of [2000, 1500, 1400]) {
      await reprice(cents)
      await spread()
    }
    expect(await told()).toHaveLength(1)
    await nextDay()
    await spread()
    expect((await told()).map(({ cents }) => cents)).toEqual([1500, 1400])
    await nextDay()
    await spread()
    expect(await told()).toHaveLength(2)
  }))

test('what was found before midnight and falls again after it is told once, on the day of its mail', () =>
  today(async () => {
    await wish(member)
    await reprice(1500)
    await spreadNews(options(), 3_600)
    await shop.db.run(sql`update wish_news set day = day - 1`)
    await reprice(1400)
    await spread()
    expect(await told()).toMatchObject([{ cents: 1400 }])
    await reprice(1300)
    await spread()
    expect(await told()).toHaveLength(1)
  }))

test('after an offer has ended, the next one is told', async () => {
  await wish(member)
  await reprice(1500)
  await spread()
  await reprice(2000)
  await spread()
  await nextDay()
  await spread()
  await reprice(1700)
  await spread()
  expect((await told()).map(({ cents }) => cents)).toEqual([1500, 1700])
})

test('what can be had again is told: its last key was sold, and new ones came', async () => {
  await wish(member)
  await shop.db.run(sql`update vault_keys set state = 'retired' where offer_id = ${product.offerId}`)
  await spread()
  expect(await mails()).toEqual([])
  await addKeys(shop, product.offerId, 2)
  await spread()
  expect(await told()).toMatchObject([{ kind: 'available', cents: 2000 }])
})

test('a sale that leaves some in stock asks for no look at all', async () => {
  await addKeys(shop, product.offerId, 3)
  await wish(member)
  await spread()
  await shop.db.run(sql`update offers set stock = stock - 1 where id = ${product.offerId}`)
  expect(await waiting()).toBe(0)
})

test('of a wish for one version only that one’s price counts', async () => {
  const sku = await addVersion(5000)
  const other = await addMember(shop)
  await wish(member, product, { extId: sku.id })
  await wish(other)
  await reprice(1500)
  await spread()
  expect(await told()).toMatchObject([{ cents: 1500, recipient: other.email }])
  await shop.db.run(sql`update offers set price_cents = 4000 where sku_id = ${sku.id}`)
  await spread()
  expect((await told()).map(({ recipient, cents }) => [recipient, cents])).toEqual([
    [other.email, 1500],
    [member.email, 4000],
  ])
})

test('of a draft nothing is told; what has changed by then is told once it is published', async () => {
  const draft = (is: boolean) => shop.db.run(sql`update products set is_draft = ${is} where id = ${product.productId}`)
  await wish(member)
  await spread()
  await draft(true)
  await reprice(1000)
  await spread()
  expect([await told(), await waiting()]).toEqual([[], 0])
  const list = await shop.call('GET', '/api/profile/wishlist', { headers: { cookie: member.cookie } })
  expect([list.body.total, list.body.rows]).toEqual([0, []])
  await draft(false)
  await spread()
  expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1000 }])
})

test('what happened while a wish was taken off by mistake is told when it is back', async () => {
  const remove = () =>
    shop.call('DELETE', `/api/profile/wishlist?productId=${product.productId}`, { headers: { cookie: member.cookie } })
  await wish(member)
  expect((await remove()).status).toBe(200)
  await reprice(1000)
  await spread()
  await wish(member)
  await spread()
  expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1000 }])
})

test('who has removed his wish, is silent, or has no account any more, is told nothing', async () => {
  const [removed, silent, closed] = [await addMember(shop), await addMember(shop), await addMember(shop)]
  for (const who of [removed, silent, closed]) await wish(who)
  const { cookie } = removed
  await shop.call('DELETE', `/api/profile/wishlist?productId=${product.productId}`, { headers: { cookie } })
  await shop.call('POST', '/api/profile/wishlist/mails', {
    body: { wanted: false },
    headers: { cookie: silent.cookie },
  })
  await shop.db.run(sql`update members set closed_at = now() where id = ${closed.id}`)
  await reprice(1500)
  await spread()
  expect(await mails()).toEqual([])
})

describe('whatever happens', () => {
  /** Many wishes for one product, more than one transaction looks at. */
  const addWishers = (count: number) =>
    shop.db.run(sql`
      with m as (
        insert into members (id, username, username_key, email, email_key, uname, locale)
        select gen_random_uuid(), 'wisher' || n || ${product.slug}, 'wisher' || n || ${product.slug}, n || ${product.slug} || '@example.com',
          n || ${product.slug} || '@example.com', 'Wisher', 'en-US'
        from generate_series(1, ${count}::int) n returning id
      )
      insert into wishes (member_id, product_id, price_cents, known_cents, known_in_stock)
      select id, ${product.productId}, 2000, 2000, true from m`)

  test('of eight instances that look at once each member is told by one', async () => {
    await addWishers(450)
    for (const cents of [1500, 1400, 1300]) await reprice(cents)
    await Promise.all(Array.from({ length: 8 }, spread))
    await spread()
    expect((await mails()).length).toBe(450)
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(450)
  })

  test('who dies before any commit leaves nothing behind and nothing out', async () => {
    await addWishers(250)
    await reprice(1500)
    let left = 0
    // Its n-th transaction ends as if the process had died on its last line.
    const dying = (n: number): Database => {
      let at = 0
      return {
        ...shop.db,
        transaction: (work) =>
          shop.db.transaction(async (tx) => {
            // Nor does it begin another.
            if (at >= n) throw new Error('died')
            const result = await work(tx)
            if (++at === n) throw new Error('died')
            return result
          }),
      }
    }
    for (let n = 1; n <= 5; n++) {
      await expect(spreadNews(options(dying(n)), 0)).rejects.toThrow('died')
      left = (await mails()).length
    }
    expect(left).toBeLessThan(250)
    await spread()
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(250)
    expect(await mails()).toHaveLength(250)
  })

  test('a change that commits after the wish, but began before it, is not lost', async () => {
    await shop.db.transaction(async (change) => {
      await change.run(sql`update offers set price_cents = 1500 where id = ${product.offerId}`)
      await wish(member)
      await spread()
    })
    await spread()
    expect(await told()).toMatchObject([{ cents: 1500, recipient: member.email }])
  })

  test('a wish that commits after the change, but read the price before it, is not lost', async () => {
    await shop.db.transaction(async (wishing) => {
      // As the call does it, held open.
      const { putWish } = await import('./store.ts')
      await putWish(wishing, member.id, product.productId, null)
      await reprice(1500)
      await spread()
      expect(await waiting()).toBe(0)
    })
    await spread()
    expect(await told()).toMatchObject([{ cents: 1500, recipient: member.email }])
  })

  test('changes of what nobody wishes for are dropped, however many', async () => {
    await shop.db.run(
      sql`insert into wish_checks (product_id) select ${product.productId} from generate_series(1, 12000)`,
    )
    await spread()
    expect(await waiting()).toBe(0)
  })
})
