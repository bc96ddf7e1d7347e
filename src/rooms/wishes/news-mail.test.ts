// News that come with one mail: what it waits for, and what it says.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { mailById } from '#rooms/mail/store.ts'
import { addMember, addProduct, openTestShop, type TestMember, type TestProduct, type TestShop } from '#test/harness.ts'
import { wishing } from './news.testing.ts'
import { spreadNews } from './news.ts'
import { forgetNews, newsOfMail } from './news-store.ts'
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

const { wish, reprice, options, spread, nextDay, told, mails, addVersion } = wishing(() => ({ shop, product }))

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
