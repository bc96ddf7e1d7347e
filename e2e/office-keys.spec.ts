// The back office's keys in a browser: brought in, found, looked at, blocked, taken along.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'
import { makeDeliveredOrder } from './support/shopping.ts'
import { signInStaff } from './support/staff.ts'

const fresh = () => `TEST-${randomUUID().toUpperCase()}`

/** The code of a version that the shop itself sells by keys. */
const VERSION = sql`
  select k.sku_code as code from skus k join offers o on o.sku_id = k.id join sellers s on s.id = o.seller_id
  where s.is_shop and o.backing = 'keys' order by k.id limit 1`

test('keys are brought in, looked at, blocked and taken along; what was refused is told by its line', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { code } = await db.one<{ code: string }>(VERSION)
  const keys = [fresh(), fresh()]
  const press = (key: string) =>
    page
      .getByRole('button', { name: t(key), exact: true })
      .first()
      .click()
  const field = (key: string) => page.getByLabel(t(key), { exact: true })
  async function act(key: string) {
    await press(`keys.acts.${key}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('act.reason')).fill('the supplier asks')
    await dialog.getByRole('button', { name: t(`keys.acts.${key}`), exact: true }).click()
  }
  await enterDemo(page, '/office/keys')
  await expect(page.getByRole('heading', { name: t('keys.title'), exact: true })).toBeVisible()
  await expect(page.locator('a[data-batch]:visible').first()).toBeVisible()
  await looksRight(page)

  await page.getByRole('link', { name: t('keys.import') }).click()
  await press('keys.import')
  await expect(page.getByText(t('keys.codeNeeded'))).toBeVisible()
  await looksRight(page)
  await field('keys.code').fill(`${code}0`)
  await field('keys.source').fill('<b>invoice</b> 7')
  await field('keys.supplier').fill('Kinguin')
  await field('keys.cost').fill('1,5')
  await field('keys.text').fill([...keys, keys[0]].join('\n'))
  await press('keys.import')
  await expect(page.getByText(`${code}0`)).toBeVisible()
  // What was typed is there.
  await expect(field('keys.text')).toHaveValue([...keys, keys[0]].join('\n'))
  await field('keys.code').fill(code)
  await press('keys.import')
  // What would become of them is seen first.
  await expect(page.getByText(t('keys.look.adds', { added: 2, lines: 3 }))).toBeVisible()
  await expect(page.getByText(t('keys.reasons.repeated-in-file'))).toBeVisible()
  // Among the lines that come in it does not stand, too.
  await expect(page.getByText(t('keys.line', { line: 3 }))).toHaveCount(1)
  await looksRight(page)
  await page.getByRole('button', { name: t('keys.look.add_other', { count: 2 }) }).click()
  await expect(page.getByText(t('keys.broughtOf', { added: 2, lines: 3 }))).toBeVisible()
  expect(page.url()).not.toContain('TEST-')
  await expect(page.getByText('<b>invoice</b> 7').first()).toBeVisible()
  await expect(page.getByText(t('keys.reasons.repeated-in-file'))).toBeVisible()
  await looksRight(page)

  await act('reveal')
  await expect(page.getByText(keys[0]!, { exact: true })).toBeVisible()
  await looksRight(page)
  await press('keys.hide')
  await expect(page.getByText(keys[0]!, { exact: true })).toBeHidden()

  await act('block')
  await expect(page.getByRole('button', { name: t('keys.acts.unblock'), exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await act('export')
  // Not the one that somebody saw: it is never sold, and no more among those on sale.
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${keys[1]}\n`)
  await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${t('keys.exportedAt')}$`) })).toBeVisible()
  await expect(page.getByRole('button', { name: t('keys.acts.takeBack') })).toBeHidden()
  await looksRight(page)
  // The browser itself notes every answer that is none of 200.
  onlyAtTheDoor(troubles)
})

/** The page that brings keys in, with all but the keys typed. */
async function openImport(page: Page, db: Database, source: string) {
  const t = wordsOf('en-US')
  const { code } = await db.one<{ code: string }>(VERSION)
  await enterDemo(page, `/office/keys/import?sku=${code}`)
  await page.getByLabel(t('keys.source'), { exact: true }).fill(source)
  return {
    t,
    text: page.getByLabel(t('keys.text'), { exact: true }),
    look: page.getByRole('button', { name: t('keys.import'), exact: true }),
    add: (count: number) =>
      page.getByRole('button', { name: t(`keys.look.add_${count === 1 ? 'one' : 'other'}`, { count }) }),
  }
}

/** Keys are in the shop, and its answer is lost. */
const loseAnswer = (page: Page) =>
  page.route(
    '**/prod-api/office/key-batches',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort()
    },
    { times: 1 },
  )

test('the same keys, typed again after an answer was lost, lead to the batch that has them', async ({
  page,
  db,
  troubles,
}) => {
  const { t, text, look, add } = await openImport(page, db, 'invoice 11')
  const keys = [fresh(), fresh()].join('\n')
  await text.fill(keys)
  await loseAnswer(page)
  await look.click()
  // What is seen is read first, and a press that was meant for the look brings nothing in.
  await expect(page.getByRole('region', { name: t('keys.look.adds', { added: 2, lines: 2 }) })).toBeFocused()
  await add(2).click()
  await expect(page.getByText(t('act.again'))).toBeVisible()
  await text.fill('')
  await text.fill(keys)
  await look.click()
  await expect(page).toHaveURL(/\/office\/keys\/[0-9a-f-]{36}$/)
  expect(troubles.splice(0).filter((said) => !/401|ERR_FAILED/.test(said))).toEqual([])
})

test('keys that are added after an answer was lost come in as well', async ({ page, db, troubles }) => {
  const { t, text, look, add } = await openImport(page, db, 'invoice 9')
  const keys = [fresh(), fresh(), fresh()]
  await text.fill(keys.slice(0, 2).join('\n'))
  await loseAnswer(page)
  await look.click()
  await add(2).click()
  await expect(page.getByText(t('act.again'))).toBeVisible()
  await text.fill(keys.join('\n'))
  await look.click()
  await add(1).click()
  await expect(page.getByText(t('keys.broughtOf', { added: 1, lines: 3 }))).toBeVisible()
  expect(troubles.splice(0).filter((said) => !/401|ERR_FAILED/.test(said))).toEqual([])
})

test('lines that look like no key are shown before anything comes in, and come in only when somebody says so', async ({
  page,
  db,
  troubles,
}) => {
  const { t, text, look, add } = await openImport(page, db, 'invoice 10')
  const keys = [fresh(), fresh(), fresh()]
  const lines = ['key', ...keys, `${fresh()},${fresh()}`]
  await text.fill(lines.join('\n'))
  await look.click()
  await expect(page.getByText(t('keys.look.odd_other', { count: 2 }))).toBeVisible()
  await expect(page.getByText(t('keys.look.why.several'))).toBeVisible()
  // Of a key its end is shown.
  await expect(page.getByText(keys[0]!.slice(0, -5).replace(/[^-]/g, '•') + keys[0]!.slice(-5))).toBeVisible()
  await expect(add(5)).toBeDisabled()
  await looksRight(page)
  // What is typed since is another import, which is looked at anew; nothing of what stood there is lost.
  await expect(text).toHaveValue(lines.join('\n'))
  await text.fill(lines.slice(0, -1).join('\n'))
  await expect(add(5)).toBeHidden()
  await look.click()
  await page.getByLabel(t('keys.look.sure')).check()
  await add(4).click()
  await expect(page.getByText(t('keys.broughtOf', { added: 4, lines: 4 }))).toBeVisible()
  expect(troubles.splice(0).filter((said) => !/401/.test(said))).toEqual([])
})

test('what runs low stands on Today with the way to bring keys in, and is gone with them; what lies idle is listed', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const code = `LOW-${randomUUID().slice(0, 8).toUpperCase()}`
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into products (category_id, slug, name)
      select id, ${code.toLowerCase()}, jsonb_build_object('en-US', ${`Scarce ${code}`}::text) from categories order by id limit 1 returning id
    ), version as (insert into skus (product_id, sku_code) select id, ${code} from made returning id, product_id), offer as (
      insert into offers (product_id, sku_id, seller_id, price_cents)
      select product_id, id, (select id from sellers where is_shop), 1000 from version
    ) select id from made`)
  async function bringIn(keys: string[]) {
    await page.getByLabel(t('keys.source'), { exact: true }).fill('invoice 8')
    await page.getByLabel(t('keys.text'), { exact: true }).fill(keys.join('\n'))
    await page.getByRole('button', { name: t('keys.import'), exact: true }).click()
    await page
      .getByRole('button', { name: t(`keys.look.add_${keys.length === 1 ? 'one' : 'other'}`, { count: keys.length }) })
      .click()
    await expect(page.getByText(t('keys.broughtOf', { added: keys.length, lines: keys.length }))).toBeVisible()
  }
  await enterDemo(page, `/office/keys/import?sku=${code}`)
  await bringIn([fresh(), fresh()])

  await page.goto(`/office/catalogue/${id}`)
  const threshold = page.getByLabel(t('catalogue.field.lowAt'))
  await threshold.fill('many')
  await page.getByRole('button', { name: t('catalogue.save') }).click()
  await expect(page.getByText(t('catalogue.lowAtShape')).first()).toBeVisible()
  await threshold.fill('3')
  await page.getByRole('button', { name: t('catalogue.save') }).click()
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  await expect(page.getByText(t('catalogue.is.low'), { exact: true })).toBeVisible()
  await looksRight(page)

  await page.goto('/office/today')
  const alert = page.getByRole('listitem').filter({ hasText: code })
  await expect(alert).toContainText(t('today.alert.stock_low'))
  await expect(alert).toContainText(t('catalogue.inStock', { count: 2 }))
  await looksRight(page)
  await page.goto('/office/keys/stock')
  await expect(page.locator('tr, li').filter({ hasText: code, visible: true })).toBeVisible()
  await looksRight(page)

  await page.goto('/office/today')
  await alert.getByRole('link', { name: t('keys.import') }).click()
  await expect(page.getByLabel(t('keys.code'), { exact: true })).toHaveValue(code)
  await bringIn([fresh(), fresh()])
  await page.goto('/office/today')
  await expect(page.getByRole('heading', { name: t('today.attention') })).toBeVisible()
  await expect(alert).toHaveCount(0)

  await db.run(sql`update offers set active = false where product_id = ${id}`)
  await page.goto('/office/keys/stock?state=idle')
  await expect(page.locator('tr, li').filter({ hasText: code, visible: true })).toBeVisible()
  await looksRight(page)
  await page.goto(`/office/catalogue/${id}`)
  await expect(page.getByText(t('catalogue.idle_other', { count: 4 }))).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

test.describe('on a phone, in Chinese', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a batch is found by its version, withdrawn and taken back', async ({ page, context, db, troubles }) => {
    const t = wordsOf('zh-CN')
    await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { code } = await db.one<{ code: string }>(VERSION)
    await enterDemo(page, '/office/keys/import')
    await page.getByLabel(t('keys.code'), { exact: true }).fill(code)
    await page.getByLabel(t('keys.source'), { exact: true }).fill('发票 7')
    await page.getByLabel(t('keys.file'), { exact: true }).setInputFiles({
      ...{ name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from(`${fresh()}\r\n`) },
    })
    await expect(page.getByLabel(t('keys.text'), { exact: true })).toHaveValue(/^TEST-/)
    await looksRight(page)
    await page.getByRole('button', { name: t('keys.import'), exact: true }).click()
    await page.getByRole('button', { name: t('keys.look.add_other', { count: 1 }) }).click()
    await expect(page.getByText(t('keys.broughtOf', { added: 1, lines: 1 }))).toBeVisible()
    await looksRight(page)
    for (const [act, then] of [
      ['withdraw', 'takeBack'],
      ['takeBack', 'withdraw'],
    ] as const) {
      await page.getByRole('button', { name: t(`keys.acts.${act}`), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('act.reason')).fill('试一试')
      await dialog.getByRole('button', { name: t(`keys.acts.${act}`), exact: true }).click()
      await expect(page.getByRole('button', { name: t(`keys.acts.${then}`), exact: true })).toBeVisible()
    }
    await page
      .getByRole('link', { name: t('keys.title'), exact: true })
      .first()
      .click()
    await page.getByLabel(t('keys.search')).fill(code)
    await page.getByRole('button', { name: t('keys.find'), exact: true }).click()
    await expect(page.locator('a[data-batch]:visible').first()).toBeVisible()
    await looksRight(page)
    expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
  })
})

test('who may not see orders is shown which order a key went to, and no way to it', { tag: '@desktop' }, async ({
  page,
  context,
  ground,
  db,
}) => {
  const id = new URL(await makeDeliveredOrder(context, KEYS), 'http://shop').searchParams.get('order_id')!
  const { batch, orderNo } = await db.one<{ batch: string; orderNo: string }>(sql`
    select k.batch_id as batch, o.order_no as "orderNo" from orders o join order_lines l on l.order_id = o.id
    join vault_keys k on k.order_line_id = l.id where o.id = ${id} limit 1`)
  await signInStaff(context, ground, { role: 'catalogue' })
  await page.goto(`/office/keys/${batch}?state=sold`)
  await expect(page.getByText(orderNo, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: orderNo })).toHaveCount(0)
})
