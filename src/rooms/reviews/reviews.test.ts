// Reviews over the API: who may write, how often, what everybody sees (specification §4, §5, §7, §8; decisions A6, A9, D4).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { good, reviewing } from './reviews.testing.ts'

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
const list = (query: string) => shop.call('GET', `/api/bottom/feedbacks?${query}`)

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
    const age = (seconds: number) =>
      shop.db.run(sql`update rate_limits set minute = clock_timestamp() - make_interval(secs => ${seconds})`)
    /** Two seconds before his minute is over. When they have passed by his answer, it is another's turn to be early. */
    async function comesEarly() {
      for (;;) {
        const who = somebody()
        await write(who)
        const began = performance.now()
        await age(58)
        const { body } = await write(who)
        if (performance.now() - began < 2_000) return { who, body }
      }
    }
    const { who, body } = await comesEarly()
    expect(body).toMatchObject(limited)
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
