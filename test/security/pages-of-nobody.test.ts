// Pages are the same for everybody: what is kept for the next visitor never carries anybody's name, whoever asked first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVED } from '#apps/shop/page-search.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '../harness.ts'

/** All but those of categories and products: what is sold changes while one looks, and a page with it. */
const paths = Object.keys(SERVED).filter((path) => !path.includes('$'))

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', RENDERS_PER_MINUTE: '100000' })
})
afterAll(() => shop.close())

const cookieOf = ({ token, username }: TestMember) => `token=${token}; username=${username}; device=${'d'.repeat(22)}`

/** As nine of them would ask for it, in an order that differs from page to page. */
async function asEach(path: string, visitors: readonly string[], shift: number): Promise<string[]> {
  const pages: string[] = []
  for (const [i] of visitors.entries()) {
    const cookie = visitors[(i * 4 + shift) % visitors.length]!
    const answer = await fetch(`${shop.shop.origin}${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
    expect(answer.headers.getSetCookie(), path).toEqual([])
    pages.push(`${answer.status} ${await answer.text()}`)
  }
  return pages
}

test('every page fetched by nine visitors, members among them, is the page made for nobody', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => addMember(shop)))
  const visitors = [...members.map(cookieOf), '', 'username=Nobody', `token=${'a'.repeat(43)}`, 'device=x; other=1']
  expect(paths.length).toBeGreaterThan(30)
  for (const [n, path] of paths.entries()) {
    const pages = new Set(await asEach(path, visitors, n))
    expect(pages.size, path).toBe(1)
    const [page] = pages
    for (const { username, email } of members) {
      expect(page!.includes(username), path).toBe(false)
      expect(page!.includes(email), path).toBe(false)
    }
  }
})
