// A second shop, whose operator is the test: it changes rows beside the running shop, as docs/operate.md says.
import { test as base } from './fixtures.ts'
import { type SecondShop, withSecondShop } from './second-shop.ts'

/** Every page is the second shop's. It is started once per worker: a file of such tests keeps to one. */
export const test = base.extend<object, { operated: SecondShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  operated: [({}, use) => withSecondShop('operated', {}, use), { scope: 'worker' }],
  baseURL: ({ operated }, use) => use(operated.origin),
})
