// The audit log in a browser: what acts were done to, by its name, and the way to it.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

const t = wordsOf('en-US')

test('what has no page of its own leads to the page on which it stands', { tag: '@desktop' }, async ({
  page,
  db,
  troubles,
}) => {
  const { id: method } = await db.one<{ id: number }>(sql`select id from payment_methods where provider = 'stripe'`)
  await db.run(sql`
    insert into audit_log (actor, act, subject_kind, subject_id, after, reason) values
      ('root', 'setting.change', 'setting', 'order.payment.minutes', null, 'led by'),
      ('root', 'method.change', 'method', ${String(method)}, null, 'led by'),
      ('root', 'currency.change', 'currency', 'EUR', null, 'led by'),
      ('root', 'bulk.begin', 'bulk', gen_random_uuid()::text, '{"what": "sale", "on": false}', 'led by')`)
  await enterDemo(page, '/office/audit?person=machine')
  const subject = (name: string) => page.locator('main li', { hasText: 'led by' }).getByRole('link', { name })
  for (const [name, address, title, row] of [
    [
      ...[t('settings.of.order_payment_minutes.title'), '/office/settings', t('settings.title')],
      '[data-setting="order.payment.minutes"]',
    ],
    [t('audit.kinds.method'), '/office/settings/methods', t('methods.title'), `[id="method.${method}"]`],
    [`${t('audit.kinds.currency')} EUR`, '/office/settings/currencies', t('currencies.title'), '[data-currency="EUR"]'],
    [t('catalogue.bulk.off'), '/office/catalogue/bulk/', t('catalogue.bulk.noEdit')],
  ] as const) {
    await subject(name).first().click()
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toContain(address)
    if (row) {
      await expect(page.locator(row)).toBeFocused()
      await expect(page.locator(row)).toBeInViewport()
    }
    await page.goBack()
  }
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/40[14]/.test(text))).toEqual([])
})

test('a change of many products is led to from what it did to one, and is no bare id', { tag: '@desktop' }, async ({
  page,
  db,
  troubles,
}) => {
  await db.run(sql`
    insert into audit_log (actor, act, subject_kind, subject_id, before, after, reason) values
      ('root', 'product.bulk', 'product', '999999', '{"offer.5.price": 10}',
        '{"offer.5.price": 11, "bulk": "0a3f9c1e-5a52-4c3e-9d0f-3f1f1f1f1f1f"}', 'one of many')`)
  await enterDemo(page, '/office/audit?person=machine')
  const row = page.locator('main li', { hasText: 'one of many' })
  await expect(row).not.toContainText('0a3f9c1e')
  await row.getByRole('link', { name: t('audit.show') }).click()
  await page.waitForURL('**/office/catalogue/bulk/0a3f9c1e-5a52-4c3e-9d0f-3f1f1f1f1f1f')
  expect(troubles.splice(0).filter((text) => !/40[14]/.test(text))).toEqual([])
})

test('what is gone leads to what else was done to it, and not to a page that has nothing', { tag: '@desktop' }, async ({
  page,
  db,
  troubles,
}) => {
  const ticket = randomUUID()
  await db.run(sql`
    insert into audit_log (actor, act, subject_kind, subject_id, reason) values
      ('root', 'inbox.answer', 'ticket', ${ticket}, 'of the gone'),
      ('root', 'facet.remove', 'facet', '999999', 'of the gone')`)
  await enterDemo(page, '/office/audit?person=machine')
  const links = page.locator('main li', { hasText: 'of the gone' }).getByRole('link')
  await expect(links).toHaveCount(2)
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses.sort()).toEqual([
    expect.stringMatching(/^\/office\/audit\?kind=facet&id=/),
    `/office/audit?kind=ticket&id=${ticket}`,
  ])
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
