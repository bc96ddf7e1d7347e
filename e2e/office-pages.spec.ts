// All pages of the back office under its policy: none breaks it, and what matters most is looked at closely.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { looksRight, picture, wordsOf } from './support/office.ts'
import { makeDeliveredOrder } from './support/shopping.ts'
import { inviteOwner, signInStaff } from './support/staff.ts'

/** As the router declares them: a page that is added is walked without being named here. */
const PATHS = ['router.tsx', 'catalogue-routes.ts'].flatMap((file) =>
  [...readFileSync(`src/apps/office/${file}`, 'utf8').matchAll(/ path: '(\/[^']+)'/g)].map(([, path]) => path!),
)
const NOBODY = '3d4a2b10-1111-4222-8333-444455556666'

/** What the browser would not let a page do. */
async function reports(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => void found.push(text))
  await page.addInitScript(() => {
    const told = window as unknown as { reportViolation: (text: string) => void }
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) =>
      told.reportViolation(`${location.pathname}: ${[violatedDirective, blockedURI, sample, sourceFile].join(' ')}`),
    )
  })
  return found
}

test('no page of the office does what its policy forbids', { tag: '@desktop' }, async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const { db } = ground
  const violations = await reports(page)
  const link = await inviteOwner(db, `owner-${Math.random().toString(36).slice(2)}@shop.example`)
  await makeDeliveredOrder(context, KEYS)
  const first = async (statement: ReturnType<typeof sql>) =>
    (await db.maybe<{ id: string | number }>(statement))?.id ?? NOBODY
  const examples: Record<string, string | number> = {
    '/orders/$id': await first(sql`select id from orders order by placed_at desc, id limit 1`),
    '/catalogue/$id': await first(sql`select id from products order by id limit 1`),
    '/catalogue/facets/$id': await first(sql`select id from facet_values order by id limit 1`),
    '/catalogue/sellers/$id': await first(sql`select id from sellers order by id limit 1`),
    '/catalogue/banners/$id': await first(sql`select id from banners order by id limit 1`),
    '/catalogue/bulk/$id': NOBODY,
    '/settings/pages/$page': 'privacy',
    '/keys/$id': await first(sql`select id from key_batches order by id limit 1`),
    '/health/mails/$id': await first(sql`select id from mails order by created_at desc, id limit 1`),
    '/inbox/$kind/$id': `review/${await first(sql`select item_id as id from inbox_items where kind = 'review' order by item_id limit 1`)}`,
  }
  const person = await signInStaff(context, ground)
  examples['/staff/$id'] = person.id

  expect(PATHS.length).toBeGreaterThan(38)
  const titles: string[] = []
  for (const path of PATHS) {
    const fill = examples[path]
    if (path.includes('$')) expect([path, fill]).not.toEqual([path, undefined])
    const [before] = path.split('/$')
    await page.goto(path === '/welcome' ? link : `/office${fill === undefined ? path : `${before}/${fill}`}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await page.waitForLoadState('networkidle')
    titles.push(await page.title())
  }
  expect(violations).toEqual([])
  expect(new Set(titles).size).toBeGreaterThan(24)

  // That nothing was reported means something: what is forbidden is.
  await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<i>text</i>')
    } catch {}
    try {
      ;(
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
      ).trustedTypes.createPolicy('any', {})
    } catch {}
  })
  const refused = () => violations.map((text) => /require-trusted-types-for|trusted-types/.exec(text)?.[0])
  await expect.poll(refused).toEqual(['require-trusted-types-for', 'trusted-types'])
  // The browser itself notes what is refused, and what is not there.
  expect(troubles.splice(0).filter((text) => !/404|Trusted/.test(text))).toEqual([])
})

/** By what is called how in it. */
const CLOSELY = [
  ['/today', 'today.title'],
  ['/orders', 'orders.title'],
  ['/inbox', 'inbox.title'],
  ['/keys', 'keys.title'],
  ['/catalogue', 'catalogue.title'],
  ['/settings', 'settings.title'],
] as const

for (const [at, title] of CLOSELY)
  test(`axe finds nothing at ${at}, in light and dark`, async ({ page, context, ground, troubles }) => {
    await signInStaff(context, ground)
    await look(page, at, wordsOf('en-US')(title))
    expect(troubles).toEqual([])
  })

test('axe finds nothing at the door, at one order and one product, in light and dark', async ({
  page,
  context,
  ground: { db },
  ground,
  troubles,
}) => {
  await look(page, '/sign-in', wordsOf('en-US')('door.title'))
  const path = await makeDeliveredOrder(context, KEYS)
  const order = new URL(path, 'http://shop').searchParams.get('order_id')!
  const { orderNo } = await db.one<{ orderNo: string }>(
    sql`select order_no as "orderNo" from orders where id = ${order}`,
  )
  const product = await db.one<{ id: number; name: string }>(
    sql`select id, name ->> 'en-US' as name from products order by id limit 1`,
  )
  await signInStaff(context, ground)
  await look(page, `/orders/${order}`, orderNo)
  await look(page, `/catalogue/${product.id}`, product.name)
  expect(troubles).toEqual([])
})

async function look(page: Page, at: string, name: string) {
  await page.goto(`/office${at}`)
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await looksRight(page)
  await picture(page, at.split('/')[1]!)
}
