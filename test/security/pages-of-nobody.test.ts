// Pages are the same for everybody: what is kept for the next visitor never carries anybody's name, whoever asked first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVED } from '#apps/shop/page-search.ts'
import { until } from '#platform/testing.ts'
import { addMember, addProduct, openTestShop, type TestMember, type TestShop } from '../harness.ts'

/** Those of a category and a product are of what is sold here. */
const SHELVES = ['/games', '/games?sort=2']
const paths = [...Object.keys(SERVED).filter((path) => !path.includes('$')), ...SHELVES]

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', RENDERS_PER_MINUTE: '100000' })
  const products = await Promise.all([1, 2, 3].map(() => addProduct(shop, { keys: 1 })))
  paths.push(...products.map(({ slug }) => `/games/${slug}`))
  // From here on the catalogue stands still: nothing is sold, and no job runs.
  await until(
    async () => (await shop.call('POST', '/api/product/list', { body: { pageNum: 1, pageSize: 10 } })).body.total === 3,
    'all are on the shelf',
  )
})
afterAll(() => shop.close())

const MEMBERS = 5

const cookieOf = ({ token, username }: TestMember) => `token=${token}; username=${username}; device=${'d'.repeat(22)}`

/**
 * As nine of them would ask for it, in an order that differs from page to page. A member comes first: what is kept was made at his
 * request.
 */
async function asEach(path: string, visitors: readonly string[], shift: number): Promise<string[]> {
  const pages: string[] = []
  for (const [i] of visitors.entries()) {
    const cookie = visitors[(i * 4 + (shift % MEMBERS)) % visitors.length]!
    const answer = await fetch(`${shop.shop.origin}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
    expect(answer.headers.getSetCookie(), path).toEqual([])
    pages.push(`${answer.status} ${await answer.text()}`)
  }
  return pages
}

test('every page fetched by nine visitors, members among them, is the page made for nobody', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => addMember(shop)))
  const visitors = [...members.map(cookieOf), '', 'username=Nobody', `token=${'a'.repeat(43)}`, 'device=x; other=1']
  expect(paths.length).toBeGreaterThan(30)
  for (const [n, path] of paths.entries()) {
    const pages = new Set(await asEach(path, visitors, n))
    expect(pages.size, path).toBe(1)
    const [page] = pages
    if (path.startsWith('/games')) expect(page!.slice(0, 3), path).toBe('200')
    for (const { username, email } of members) {
      expect(page!.includes(username), path).toBe(false)
      expect(page!.includes(email), path).toBe(false)
    }
  }
})
