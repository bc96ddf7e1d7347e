// Reviews of members and of buyers: whose they are, and what is verified (decisions A6, A9, D4).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { uncounted } from '#platform/http/by-secret.ts'
import { until } from '#platform/testing.ts'
import { createOrderAccess } from '#rooms/orders/buyer/access.ts'
import { addMember, addProduct, heldAlways, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { reviewing } from './reviews.testing.ts'

let shop: TestShop
let product: TestProduct

beforeAll(async () => {
  // Tests speak from many addresses, as if through a proxy.
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  product = await addProduct(shop, { keys: 3 })
  await setting('feedback.moderation', '0')
  await until(async () => (await write()).body.data.state === 'published', 'reviews are published at once')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.run(sql`truncate reviews, rate_limits`)
  await setting('feedback.type', '0')
})

const { somebody, write, summary, setting } = reviewing(() => ({ shop, product }))

describe('a member’s review', () => {
  const kept = () =>
    shop.db.query<{ email: string; member: string | null }>(
      sql`select email, member_id as member from reviews order by id`,
    )

  test('is his by his session, under his own address, whatever the form says; a guest’s is nobody’s', async () => {
    const member = await addMember(shop, { email: 'Maya@Members.example' })
    expect((await write({ cookie: member.cookie, email: 'other@example.com', uid: member.id })).status).toBe(200)
    await write({ email: 'guest@example.com', uid: member.id, memberId: member.id })
    expect(await kept()).toEqual([
      { email: 'maya@members.example', member: member.id },
      { email: 'guest@example.com', member: null },
    ])
  })

  test('that names somebody else is refused, and nothing is written', async () => {
    const [member, other] = [await addMember(shop), await addMember(shop)]
    for (const uid of [other.id, 7]) expect((await write({ cookie: member.cookie, uid })).status).toBe(403)
    expect(await kept()).toEqual([])
  })

  test('comes once a minute, wherever he writes from and however he spells himself', async () => {
    const { cookie } = await addMember(shop)
    const answers = await Promise.all(Array.from({ length: 10 }, () => write({ cookie })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)!.body.msg).toBe('message.feedbackLimit')
  })

  test('is kept from him by nobody who writes under his address', async () => {
    const member = await addMember(shop)
    expect((await write({ email: member.email })).status).toBe(200)
    expect((await write({ cookie: member.cookie })).status).toBe(200)
    expect((await write({ cookie: member.cookie })).body.msg).toBe('message.feedbackLimit')
  })

  test('is in his archive with those that he wrote under his address before, and goes with him', async () => {
    const member = await addMember(shop, { email: 'Leaves@Example.com' })
    await write({ email: 'leaves@example.com', content: 'Before I joined' })
    await shop.db.run(sql`truncate rate_limits`)
    await write({ cookie: member.cookie, content: 'As a member.' })
    await write({ content: 'Of somebody else' })
    const mine = shop.shop.rooms.parts.map(({ declares }) => declares?.personal?.reviews).find(Boolean)!
    const held = (await mine.collect(member.id, heldAlways(member.email))).reviews as { content: string }[]
    expect(held.map(({ content }) => content)).toEqual(['Before I joined', 'As a member.'])
    await shop.db.transaction((tx) => mine.erase(tx, member.id, heldAlways(member.email)))
    expect((await summary()).reviews.map(({ content }: { content: string }) => content)).toEqual(['Of somebody else'])
  })
})

test('whoever has a member’s former address gets and deletes nothing of what that member wrote', async () => {
  const before = await addMember(shop, { email: 'given-on@example.com' })
  await write({ cookie: before.cookie, content: 'Signed in, from there' })
  await shop.db.run(sql`
    update members set email = 'moved@example.com', email_key = 'moved@example.com' where id = ${before.id}`)
  const since = await addMember(shop, { email: 'given-on@example.com' })
  const personal = shop.shop.rooms.declared('personal').reviews!
  expect((await personal.collect(since.id, heldAlways(since.email))).reviews).toEqual([])
  await shop.db.transaction((tx) => personal.erase(tx, since.id, heldAlways(since.email)))
  expect((await personal.collect(before.id, heldAlways('moved@example.com'))).reviews).toMatchObject([
    { content: 'Signed in, from there' },
  ])
})

describe('a verified review', () => {
  async function deliver(email: string, of: TestProduct, delivered: boolean) {
    const order = await shop.db.one<{ id: string }>(sql`
      insert into orders (id, order_no, status, placed_at, expires_at, delivered_at, delivery_email, locale, currency, rate_e8,
        payment_method, goods, discount, fee, coupon, freight, service, total)
      values (gen_random_uuid(), gen_random_uuid()::text, case when ${delivered}::boolean then 'Delivered' else 'Unpaid' end, now(),
        now(), case when ${delivered}::boolean then now() end, ${email}, 'en-US', 'USD', 100000000, 1, 1999, 0, 0, 0, 0, 0, 1999)
      returning id`)
    await shop.db.run(sql`
      insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
      values (${order.id}, 0, ${of.productId}, ${of.skuId}, ${of.offerId}, 'Game', 'CODE', 1, 1999, 1999, 1999)`)
    return order.id
  }
  /** What the browser that bought it, or opened the link of its mail, sends. */
  const cookieOf = (orderId: string) => {
    let cookie = ''
    const { keyring } = shop.shop.ground
    createOrderAccess({ db: shop.db, keyring, https: false }).grant(
      { id: orderId, cookieVersion: 1 },
      {
        requestId: '',
        locale: 'en-US',
        address: '',
        country: undefined,
        headers: new Headers(),
        setCookie: (text) => (cookie = text),
        bySecret: uncounted,
      },
    )
    return cookie.split(';')[0]!
  }
  test('of a member counts the address of his account, not the one in the form', async () => {
    const member = await addMember(shop, { email: 'Bought@Example.com' })
    const order = cookieOf(await deliver('bought@example.com', product, true))
    await write({ email: 'other@example.com', cookie: `${order}; ${member.cookie}` })
    expect(await newest()).toBe(true)
    await shop.db.run(sql`truncate reviews, rate_limits`)
    const stranger = await addMember(shop)
    await write({ email: 'bought@example.com', cookie: `${order}; ${stranger.cookie}` })
    expect(await newest()).toBe(false)
  })

  test('is one for each order and product, also of twenty at the same moment', async () => {
    const first = cookieOf(await deliver('twice@example.com', product, true))
    const write20 = (cookie: string) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          shop.db.run(sql`delete from rate_limits`).then(() => write({ email: 'twice@example.com', cookie })),
        ),
      )
    const answers = await write20(first)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await summary()).reviews.filter((review: { verified: boolean }) => review.verified)).toHaveLength(1)
    await shop.db.run(sql`truncate rate_limits`)
    const again = await write({ email: 'twice@example.com', cookie: first })
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({ code: 500, msg: 'feedback.once' })
    expect((await summary()).count).toBe(1)
  })

  test('is kept from its buyer by nobody who writes under his address, and comes once a minute', async () => {
    const orders = [
      await deliver('waits@example.com', product, true),
      await deliver('waits@example.com', product, true),
    ]
    const writeBoth = () =>
      Promise.all(orders.map((order) => write({ email: 'Waits@example.com', cookie: cookieOf(order) })))
    expect((await write({ email: 'waits@example.com' })).status).toBe(200)
    expect((await write({ email: 'waits@example.com' })).body.msg).toBe('message.feedbackLimit')
    const answers = await writeBoth()
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)!.body.msg).toBe('message.feedbackLimit')
    expect(await newest()).toBe(true)
    // The network's own minute is the buyer's, too.
    const { address } = somebody()
    const buyer = cookieOf(await deliver('near@example.com', product, true))
    expect((await write({ address })).status).toBe(200)
    expect((await write({ address, email: 'near@example.com', cookie: buyer })).status).toBe(422)
  })

  const newest = async (pid?: number) => (await summary(pid)).reviews[0].verified

  test('is by a buyer of this very product; the answer to the writer says nothing of it', async () => {
    const other = await addProduct(shop)
    const cookie = `lang=de; ${cookieOf(await deliver('Buyer@example.com', product, true))}; consent=1`
    const known = await write({ email: 'buyer@EXAMPLE.com', cookie })
    expect(await newest()).toBe(true)
    const unknown = await write()
    expect(await newest()).toBe(false)
    expect(unknown.body).toEqual(known.body)
    await shop.db.run(sql`truncate rate_limits`)
    await write({ email: 'buyer@example.com', pid: other.productId, cookie })
    expect(await newest(other.productId)).toBe(false)
    await shop.db.run(sql`truncate rate_limits`)
    await write({ email: 'buyer@example.com', pid: 0, cookie })
    expect(await newest(0)).toBe(true)
  })

  test('is not by somebody who only knows the address, or the order, or has bought for another address', async () => {
    const [theirs, mine] = [
      await deliver('theirs@example.com', product, true),
      await deliver('mine@example.com', product, true),
    ]
    const forged = cookieOf(theirs).slice(0, 29) + cookieOf(mine).slice(29)
    for (const cookie of ['', forged, `order_${theirs}=`, `order_${theirs}=${'A'.repeat(43)}`, cookieOf(mine)]) {
      await write({ email: 'theirs@example.com', cookie })
      expect(await newest(), cookie.replace(/=.*/, '')).toBe(false)
      await shop.db.run(sql`truncate rate_limits`)
    }
  })

  test('is not one of an order that was never delivered', async () => {
    const cookie = cookieOf(await deliver('waiting@example.com', product, false))
    await write({ email: 'waiting@example.com', cookie })
    expect(await newest()).toBe(false)
  })
})
