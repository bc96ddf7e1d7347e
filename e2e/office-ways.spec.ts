// What Today says to people of different roles: everybody reads what there is to do, and is led only where he may go.
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { test as base, expect } from './support/fixtures.ts'
import { looksRight, picture, wordsOf } from './support/office.ts'
import { type SecondShop, withSecondShop } from './support/second-shop.ts'
import { signInStaff } from './support/staff.ts'

/** A shop on its first day, which has steps to do; a demo has none. */
const test = base.extend<object, { first: SecondShop }>({
  first: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    ({}, use) => withSecondShop('first-day', { DEMO: 'off' }, use),
    { scope: 'worker' },
  ],
  baseURL: ({ first }, use) => use(first.origin),
})

for (const [role, open] of [
  ['owner', { settings: true, legal: true, mail: true, rates: true, stock: true }],
  ['support', { settings: false, legal: true, mail: false, rates: false, stock: false }],
  ['bookkeeper', { settings: true, legal: false, mail: false, rates: true, stock: false }],
] as const)
  test(`Today leads the role ${role} only where it may go`, { tag: '@desktop' }, async ({ page, context, first }) => {
    const t = wordsOf('en-US')
    await raiseAlert(first.db, { kind: 'rate.old', subject: 'ECB', details: {} })
    await raiseAlert(first.db, { kind: 'stock.low', subject: 'sku', details: { left: 1 } })
    await signInStaff(context, first, { role, at: first.origin })
    await page.goto('/office/today')
    for (const [key, isOpen] of [
      ['firstSteps.step.name', open.settings],
      ['firstSteps.step.legal', open.legal],
      ['firstSteps.step.mail', open.mail],
      ['today.way.currencies', open.rates],
      ['today.way.stock', open.stock],
    ] as const) {
      await expect(page.getByRole('main').getByText(t(key), { exact: false }).first(), key).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: t(key) }), key).toHaveCount(isOpen ? 1 : 0)
    }
    await looksRight(page)
    await picture(page, `today-${role}`)
  })
