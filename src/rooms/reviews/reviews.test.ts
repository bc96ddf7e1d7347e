// Reviews over the API: who may write, how often, what everybody sees (specification §4, §5, §7, §8; decisions A6, A9, D4).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createOrderAccess } from '#rooms/orders/buyer/access.ts'
import { addMember, addProduct, heldAlways, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

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

let visitors = 0
const somebody = () => {
  visitors++
  return { address: `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`, email: `visitor-${visitors}@example.com` }
}

const good = { fillName: 'Maya', content: 'Arrived at once.', score: 4 }
type Writing = { address?: string; email?: string; cookie?: string } & Record<string, unknown>

function write({ address, cookie = '', ...body }: Writing = {}) {
  const who = somebody()
  return shop.call('POST', '/api/bottom/saveFeedbacks', {
    body: { pid: product.productId, email: who.email, ...good, ...body },
    headers: { 'x-forwarded-for': address ?? who.address, cookie },
  })
}

const summary = async (pid = product.productId) =>
  (await shop.call('GET', `/api/bottom/feedbackSummary?pid=${pid}`)).body.data
const list = (query: string) => shop.call('GET', `/api/bottom/feedbacks?${query}`)

async function setting(key: string, value: string) {
  await shop.db.run(
    sql`insert into settings (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`,
  )
  if (key !== 'feedback.type') return
  await until(async () => {
    const { body } = await shop.call('GET', '/api/home/language')
    return body.data[0].feedbackType === value
  }, 'the setting is known')
}

test('in a shop in which nobody has said otherwise a review waits until somebody has read it', async () => {
  const fresh = await openTestShop({ WORKER: 'off' })
  try {
    const { productId: pid } = await addProduct(fresh)
    const written = await fresh.call('POST', '/api/bottom/saveFeedbacks', {
      body: { pid, email: 'a@example.com', ...good },
    })
    expect(written.body.data).toEqual({ state: 'pending' })
    expect((await fresh.call('GET', `/api/bottom/feedbackSummary?pid=${pid}`)).body.data.count).toBe(0)
  } finally {
    await fresh.close()
  }
})

describe('writing', () => {
  test('a review is in the list at once, without its e-mail address', async () => {
    expect((await write({ email: 'Maya@Example.com' })).body).toMatchObject({ code: 200, data: { state: 'published' } })
    const { body } = await list(`pid=${product.productId}`)
    expect(body.total).toBe(1)
    expect(body.rows[0]).toMatchObject({ ...good, verified: false, locale: 'en-US' })
    const seen = [body, await summary(), (await page()).body]
    expect(JSON.stringify(seen)).not.toMatch(/maya@example/i)
  })

  const page = () => shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)

  test('five stars unless said otherwise; uid and other claims are ignored', async () => {
    await write({ score: undefined, uid: 7, verified: true, state: 'published', createTime: '2001-01-01T00:00:00Z' })
    const [review] = (await summary()).reviews
    expect(review).toMatchObject({ score: 5, verified: false })
    expect(new Date(review.createTime).getFullYear()).toBeGreaterThan(2020)
  })

  test('what breaks a rule is refused field by field, and nothing is written', async () => {
    const { status, body } = await write({ fillName: 'M', email: 'nobody', content: 'short', score: 9 })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'fillName', message: 'feedback.nameShort' },
      { path: 'email', message: 'feedback.emailFormat' },
      { path: 'content', message: 'feedback.contentShort' },
      { path: 'score', message: 'feedback.scoreRange' },
    ])
    expect((await summary()).count).toBe(0)
  })

  test('of a product that is not there: not found, and the minute is not used up', async () => {
    const who = somebody()
    expect((await write({ ...who, pid: 2_000_000_000 })).status).toBe(404)
    expect((await write(who)).status).toBe(200)
  })

  test('markup is text', async () => {
    const content = '<img src=x onerror=alert(1)> **bold** {{7*7}}'
    await write({ content })
    expect((await summary()).reviews[0].content).toBe(content)
  })
})

describe('one per minute', () => {
  const limited = { code: 500, msg: 'message.feedbackLimit' }

  test('of an address, whoever it says to be', async () => {
    const { address } = somebody()
    expect((await write({ address })).status).toBe(200)
    const second = await write({ address })
    expect(second.status).toBe(422)
    expect(second.body).toMatchObject(limited)
    expect((await summary()).count).toBe(1)
  })

  test('of an IPv6 network, whose addresses are all of one household; the next network has its own', async () => {
    expect((await write({ address: '2001:db8:0:1::1' })).status).toBe(200)
    expect((await write({ address: '2001:db8:0:1:ffff:ffff:ffff:ffff' })).body).toMatchObject(limited)
    expect((await write({ address: '2001:db8:0:2::1' })).status).toBe(200)
    expect((await summary()).count).toBe(2)
  })

  test('of an e-mail address, wherever it writes from and however it is spelt', async () => {
    expect((await write({ email: 'one@example.com' })).status).toBe(200)
    for (const email of ['ONE@example.com', 'one+again@example.com'])
      expect((await write({ email, pid: 0 })).body).toMatchObject(limited)
    expect((await write({ email: 'o.n.e@gmail.com' })).status).toBe(200)
    expect((await write({ email: 'one@googlemail.com', pid: 0 })).body).toMatchObject(limited)
    // The refused one has not used up the minute of its address.
    const { address } = somebody()
    await write({ email: 'one@example.com', address })
    expect((await write({ address })).status).toBe(200)
  })

  test('after a minute the next may come, not a moment earlier', async () => {
    const who = somebody()
    const age = (seconds: number) =>
      shop.db.run(sql`update rate_limits set minute = clock_timestamp() - make_interval(secs => ${seconds})`)
    await write(who)
    await age(58)
    expect((await write(who)).body).toMatchObject(limited)
    await age(60)
    expect((await write(who)).status).toBe(200)
  })

  test('of twenty at the same moment one is written', async () => {
    const who = somebody()
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(who)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
    expect((await summary()).count).toBe(1)
  })

  test('rivals who share an address one way and an e-mail the other never wait in a circle', async () => {
    const [a, b] = [somebody(), somebody()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        write(n % 2 ? { address: a.address, email: b.email } : { address: b.address, email: a.email }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(18)
  })
})

describe('the operator’s settings', () => {
  test.each([
    ['2', 'feedback.closed'],
    ['1', 'message.loginFirst'],
  ])('%s refuses visitors with %s, and what stands stays readable', async (value, msg) => {
    await write()
    await setting('feedback.type', value)
    const refused = await write()
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 500, msg })
    expect((await summary()).count).toBe(1)
  })

  test('1 lets members write, 2 nobody; a session that is none is a visitor', async () => {
    const { cookie } = await addMember(shop)
    await setting('feedback.type', '1')
    expect((await write({ cookie })).status).toBe(200)
    expect((await write({ cookie: `token=${'a'.repeat(43)}; username=Maya` })).body.msg).toBe('message.loginFirst')
    await setting('feedback.type', '2')
    await shop.db.run(sql`truncate rate_limits`)
    expect((await write({ cookie })).body.msg).toBe('feedback.closed')
    expect((await summary()).count).toBe(1)
  })

  test('with moderation a review waits unseen until it is published', async () => {
    await shop.db.run(sql`insert into settings (key, value) values ('feedback.moderation', '1')
      on conflict (key) do update set value = '1'`)
    await until(async () => (await write()).body.data.state === 'pending', 'the setting is known')
    await shop.db.run(sql`delete from reviews where state = 'published'`)
    expect(await summary()).toMatchObject({ count: 0, average: null, reviews: [] })
    expect((await list(`pid=${product.productId}`)).body).toMatchObject({ rows: [], total: 0 })
    await shop.db.run(sql`update reviews set state = 'published'`)
    expect((await summary()).count).toBeGreaterThan(0)
    await setting('feedback.moderation', '0')
    await until(async () => (await write()).body.data.state === 'published', 'reviews are published at once again')
  })
})

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

describe('reading', () => {
  test('the newest first, ties by id, pages that never overlap, and the true total past the end', async () => {
    await shop.db.run(sql`
      insert into reviews (product_id, fill_name, email, content, score, locale, state, created_at)
      select ${product.productId}::int, 'Reader ' || n, 'r@example.com', 'Text of ten and more', 1 + n % 5, 'en-US', 'published',
        timestamptz '2026-01-01' + make_interval(days => n / 3)
      from generate_series(1, 12) n`)
    const pages = await Promise.all([1, 2, 3, 4].map((n) => list(`pid=${product.productId}&pageNum=${n}&pageSize=5`)))
    const rows = pages.flatMap(({ body }) => body.rows)
    expect(pages.map(({ body }) => [body.rows.length, body.total])).toEqual([
      [5, 12],
      [5, 12],
      [2, 12],
      [0, 12],
    ])
    const wanted = rows.toSorted((a, b) => b.createTime.localeCompare(a.createTime) || b.id - a.id)
    expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect(await summary()).toMatchObject({
      count: 12,
      average: 2.92,
      stars: [2, 3, 3, 2, 2],
      reviews: rows.slice(0, 5),
    })
  })

  test('the shop’s own reviews (pid 0) and a product’s are apart', async () => {
    await write({ pid: 0, content: 'About the shop' })
    await write({ content: 'About the game' })
    expect((await list('pid=0')).body.rows.map((row: { content: string }) => row.content)).toEqual(['About the shop'])
    expect((await summary()).reviews.map((row: { content: string }) => row.content)).toEqual(['About the game'])
  })

  test.each(['', 'pid=-1', 'pid=1&pageNum=0', 'pid=1&pageSize=101', 'pid=x'])('?%s is refused', async (query) => {
    expect((await list(query)).status).toBe(400)
  })

  test('the product’s own call carries the summary', async () => {
    await write()
    const path = `/api/product/info?zhname=${product.slug}&categoryName=games`
    await until(async () => (await shop.call('GET', path)).status === 200, 'its shelf is known')
    expect((await shop.call('GET', path)).body.data.ratings).toEqual(await summary())
  })

  test('a page that is kept shows a new review', async () => {
    const html = async () => (await fetch(`${shop.shop.origin}/games/${product.slug}`)).text()
    await until(async () => (await html()).includes(product.slug), 'the page is there')
    await write({ content: 'Nobody has said this before.' })
    await until(async () => (await html()).includes('Nobody has said this before.'), 'the kept page was dropped')
  })
})
