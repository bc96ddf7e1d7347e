// What members are told of their wishes: each thing once, nothing lost, whatever runs at once or dies (decision F9).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { mailById } from '#rooms/mail/store.ts'
import {
  addKeys,
  addMember,
  addProduct,
  openTestShop,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { spreadNews } from './news.ts'
import { forgetNews, newsOfMail } from './news-store.ts'
import { look } from './rules.ts'
import { readSilenceToken } from './silence-link.ts'

let shop: TestShop
let product: TestProduct
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) => tx.run(sql`truncate wishes, wish_news, wish_checks, wish_silence, mails`))
  product = await addProduct(shop, { keys: 1, priceCents: 2000, name: 'Wished Game' })
  member = await addMember(shop)
})

const wish = (who: TestMember, of = product, more: object = {}) =>
  shop.call('POST', '/api/profile/wishlist', {
    body: { productId: of.productId, ...more },
    headers: { cookie: who.cookie },
  })
const reprice = (cents: number, of = product) =>
  shop.db.run(sql`update offers set price_cents = ${cents} where id = ${of.offerId}`)
const options = (db: Database = shop.db) => ({ db, mailDomain: () => 'shop.example' })
/** The next look, with nothing left to gather. */
const spread = () => spreadNews(options(), 0)
/** As if all of it had been a day earlier. */
const nextDay = async () => {
  await shop.db.run(sql`update wish_news set day = day - 1`)
  await shop.db.run(sql`update wish_checks set due_at = due_at - interval '1 day'`)
}

interface Told {
  id: string
  kind: string
  cents: number
  recipient: string
}
const told = () =>
  shop.db.query<Told>(sql`
    select m.id, n.kind, n.cents, m.recipient from mails m join wish_news n on n.mail_id = m.id
    where m.template = 'wishNews' order by m.created_at, n.created_at, n.product_id`)
const mails = () =>
  shop.db.query<{ id: string; recipient: string; locale: string }>(
    sql`select id, recipient, locale from mails order by created_at, id`,
  )
const waiting = async () =>
  (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from wish_checks where due_at <= now()`)).n

describe('the rules', () => {
  const wished = { wishedCents: 2000, cents: 2000, inStock: true, toldToday: false, silent: false }
  const at = (cents: number | null, inStock = true) => ({ cents, inStock })

  test.each([
    ['one percent less is news', wished, at(1980), 'reduced'],
    ['a cent less is none', wished, at(1981), undefined],
    ['as much is none', wished, at(2000), undefined],
    ['less than he was told of is news', { ...wished, cents: 1500 }, at(1400), 'reduced'],
    ['less than when he wished, more than he was told of, is none', { ...wished, cents: 1500 }, at(1700), undefined],
    ['what cannot be had is none', wished, at(1000, false), undefined],
    ['what can be had again is news, at whatever price', { ...wished, inStock: false }, at(2500), 'available'],
    [
      'what nobody offered and now somebody does is news',
      { ...wished, wishedCents: null, cents: null, inStock: false },
      at(900),
      'available',
    ],
    ['who is silent hears nothing', { ...wished, silent: true }, at(1000), undefined],
    ['who was told today hears nothing', { ...wished, toldToday: true }, at(1000), undefined],
  ])('%s', (_, wish, now, news) => {
    expect(look(wish, now).news).toBe(news)
  })

  test('what he could not be told today is looked at again tomorrow, and he still knows what he knew', () => {
    expect(look({ ...wished, cents: 1500, toldToday: true }, at(1000))).toEqual({
      known: { cents: 1500, inStock: true },
      again: true,
    })
  })

  test('an offer that has ended makes the next one news, but not on the same day', () => {
    const after = { ...wished, cents: 1500 }
    expect(look({ ...after, toldToday: true }, at(2000))).toEqual({
      known: { cents: 1500, inStock: true },
      again: true,
    })
    expect(look(after, at(2000))).toEqual({ known: { cents: 2000, inStock: true }, again: false })
  })

  test('of what nobody offered when it was wished for each offer is news, too', () => {
    const never = { ...wished, wishedCents: null, cents: 2000 }
    expect(look({ ...never, toldToday: true }, at(3000))).toEqual({
      known: { cents: 2000, inStock: true },
      again: true,
    })
    expect(look(never, at(3000))).toEqual({ known: { cents: 3000, inStock: true }, again: false })
    expect(look({ ...never, cents: 3000 }, at(2000)).news).toBe('reduced')
    // A cent more is no end of an offer.
    expect(look(never, at(2001)).known.cents).toBe(2000)
  })
})

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

test('a price that is raised and lowered within the day is told once, and so is one that falls twice; the rest the next day', async () => {
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
})

test('what was found before midnight and falls again after it is told once, on the day of its mail', async () => {
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
})

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

/** A second version, in stock. */
async function addVersion(priceCents: number): Promise<{ id: number }> {
  const sku = await shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, position) values (${product.productId}, gen_random_uuid()::text, 1) returning id`)
  await shop.db.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
    values (${product.productId}, ${sku.id}, (select id from sellers where is_shop), ${priceCents}, 'supplier', 9)`)
  return sku
}

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

describe('while it waits for others that come with the same mail', () => {
  const gather = () => spreadNews(options(), 3_600)
  const stock = (state: 'retired' | 'available') =>
    shop.db.run(sql`update vault_keys set state = ${state} where offer_id = ${product.offerId}`)
  const draft = (is: boolean) => shop.db.run(sql`update products set is_draft = ${is} where id = ${product.productId}`)

  test('a price that was a mistake is told to nobody, and a true one on the same day is', async () => {
    await wish(member)
    await reprice(150)
    await gather()
    await reprice(2000)
    await spread()
    expect(await mails()).toEqual([])
    await reprice(1500)
    await spread()
    expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1500 }])
  })

  test('a price that moves is told as it is then, and only once', async () => {
    await wish(member)
    await reprice(1500)
    await gather()
    await reprice(1800)
    await spread()
    expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1800 }])
    await nextDay()
    await spread()
    expect(await told()).toHaveLength(1)
    await reprice(1700)
    await spread()
    expect((await told()).map(({ cents }) => cents)).toEqual([1800, 1700])
  })

  test('stock that is gone again is not told, and what comes next is', async () => {
    await wish(member)
    await stock('retired')
    await spread()
    await stock('available')
    await gather()
    await stock('retired')
    await spread()
    expect(await mails()).toEqual([])
    await stock('available')
    await spread()
    expect(await told()).toMatchObject([{ kind: 'available', cents: 2000 }])
  })

  test('what becomes of a product that is a draft by then is told once it is published', async () => {
    await wish(member)
    await reprice(1500)
    await gather()
    await draft(true)
    await spread()
    expect(await mails()).toEqual([])
    await draft(false)
    await spread()
    expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1500 }])
  })

  test('a wish that is taken off is told nothing, and all of it when it is back', async () => {
    await wish(member)
    await reprice(1500)
    await gather()
    await shop.call('DELETE', `/api/profile/wishlist?productId=${product.productId}`, {
      headers: { cookie: member.cookie },
    })
    await spread()
    expect(await mails()).toEqual([])
    await wish(member)
    await spread()
    expect(await told()).toMatchObject([{ kind: 'reduced', cents: 1500 }])
  })

  test('the other news of the same mail are told', async () => {
    const other = await addProduct(shop, { keys: 1, priceCents: 900 })
    await wish(member)
    await wish(member, other)
    await reprice(1500)
    await reprice(300, other)
    await gather()
    await reprice(2000)
    await spread()
    expect(await told()).toMatchObject([{ kind: 'reduced', cents: 300 }])
  })
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

test('a mail that tells more than it names says how much', async () => {
  await wish(member)
  await reprice(1500)
  await spread()
  const { mail_id: mailId } = await shop.db.one<{ mail_id: string }>(sql`select mail_id from wish_news`)
  await shop.db.run(sql`
    insert into wish_news (member_id, product_id, day, kind, cents, mail_id)
    select member_id, product_id, day - n, kind, cents, mail_id from wish_news, generate_series(1, 29) n`)
  const rows = await newsOfMail(shop.db, mailId, 20)
  expect([rows.length, rows[0]!.all]).toEqual([20, 30])
})

test('what falls together comes with one mail', async () => {
  const other = await addProduct(shop, { keys: 1, priceCents: 900 })
  await wish(member)
  await wish(member, other)
  await reprice(1500)
  await reprice(300, other)
  await spreadNews(options(), 3_600)
  expect(await mails()).toEqual([])
  await spread()
  expect(await mails()).toHaveLength(1)
  expect((await told()).map(({ cents }) => cents).sort()).toEqual([1500, 300].sort())
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

describe('the mail', () => {
  async function letter(locale: string, of: object = {}) {
    await shop.db.run(sql`update members set locale = ${locale} where id = ${member.id}`)
    await wish(member, product, of)
    await shop.db.run(sql`update offers set created_at = now() - interval '40 days' where id = ${product.offerId}`)
    await shop.db.run(sql`update offers set price_cents = 1500 where product_id = ${product.productId}`)
    await spread()
    const [mail] = await mails()
    const row = (await mailById(shop.db, mail!.id))!
    const write = shop.shop.rooms.parts.map(({ declares }) => declares?.mails?.wishNews).find(Boolean)!
    return { mail: row, content: await write(row.data, row) }
  }

  test('speaks the member’s language and its currency, names the lowest price of 30 days and leads to the product', async () => {
    const { mail, content } = await letter('de')
    expect(mail.locale).toBe('de')
    expect(content.values).toEqual({ game: 'Wished Game' })
    const [fact] = content.facts!
    expect(fact!.value).toMatch(
      /^Wished Game: €\u00a0[\d.]+ \(niedrigster Preis der letzten 30 Tage vor der Ermäßigung: €\u00a0[\d.]+\)$/,
    )
    expect(fact!.link).toBe(`${shop.shop.origin}/games/${product.slug}`)
    expect(content.link).toBe(`${shop.shop.origin}/my-wishlist`)
  })

  test('names no lowest price of another version that costs as much', async () => {
    const { id: extId } = await addVersion(1800)
    const { content } = await letter('en-US', { extId })
    expect(content.facts!.map(({ value }) => value)).toEqual(['Wished Game: $\u00a015.00'])
  })

  test('its link ends these mails with one call, without signing in; a forged one is refused', async () => {
    const { content } = await letter('en-US')
    const token = new URL(content.leave!).hash.slice('#token='.length)
    expect(readSilenceToken(shop.shop.ground.keyring, token)).toBe(member.id)
    const leave = (body: object) => shop.call('POST', '/api/wishlist/silence', { body })
    const other = await addMember(shop)
    const forged = await leave({ token: token.replace(member.id, other.id) })
    expect([forged.status, forged.body.msg]).toEqual([422, 'wishlist.badLink'])
    expect((await leave({ token })).status).toBe(200)
    expect((await leave({ token })).status).toBe(200)
    await nextDay()
    await reprice(1000)
    await spread()
    expect(await mails()).toHaveLength(1)
  })

  test('what was told is forgotten after its time', async () => {
    await letter('en-US')
    expect(await forgetNews(shop.db, 60, 500)).toBe(0)
    await shop.db.run(sql`update wish_news set day = day - 61`)
    expect(await forgetNews(shop.db, 60, 500)).toBe(1)
  })
})
