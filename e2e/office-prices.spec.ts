// Prices in the back office: planned, raised as a job, told with their history, typed in one sheet.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'

const fresh = () => Math.random().toString(36).slice(2, 8)

test('a price is planned and cancelled, with a reason', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const { id } = await db.one<{ id: number }>(sql`select product_id as id from offers where active order by id limit 1`)
  await enterDemo(page, `/office/catalogue/${id}`)
  await page
    .getByRole('button', { name: t('catalogue.acts.plan') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.price')).fill('4.44')
  await dialog.getByLabel(t('catalogue.planAt')).fill('2020-01-01T10:00')
  await dialog.getByLabel(t('act.reason')).fill('new year')
  await dialog.getByRole('button', { name: t('catalogue.acts.plan') }).click()
  await expect(dialog.getByText(t('catalogue.notAhead'))).toBeVisible()
  // That is said since the field was left; whoever has pressed is led back to it.
  await expect(dialog.getByLabel(t('catalogue.planAt'))).toBeFocused()
  const year = new Date().getFullYear() + 1
  await dialog.getByLabel(t('catalogue.planAt')).fill(`${year}-01-01T10:00`)
  await dialog.getByRole('button', { name: t('catalogue.acts.plan') }).click()
  await expect(page.getByText(/4\.44 from/)).toBeVisible()
  await page.getByRole('button', { name: t('catalogue.acts.cancelPlan'), exact: true }).click()
  await dialog.getByLabel(t('act.reason')).fill('not now')
  await dialog.getByRole('button', { name: t('catalogue.acts.cancelPlan'), exact: true }).click()
  await expect(page.getByText(t('catalogue.plansCancelled'))).toBeVisible()
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

/** A product of one version, with words in English and German; answers its id. */
async function offered(
  db: Database,
  { slug, cents, active }: { slug: string; cents: number; active: boolean },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into products (category_id, slug, name)
      select id, ${slug}, jsonb_build_object('en-US', ${slug}::text, 'de', 'Geschichte') from categories order by id limit 1 returning id
    ), version as (insert into skus (product_id, sku_code) select id, ${slug} from made returning id, product_id), offer as (
      insert into offers (product_id, sku_id, seller_id, price_cents, active)
      select product_id, id, (select id from sellers where is_shop), ${cents}, ${active} from version
    ) select id from made`)
  return id
}

test('what a version cost is drawn and told with who changed it; what lacks words of a language is found', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const slug = `history-${fresh()}`
  const id = await offered(db, { slug, cents: 1000, active: true })
  await enterDemo(page, `/office/catalogue/${id}`)
  await expect(page.getByText(t('catalogue.noHistory'))).toBeVisible()
  for (const price of ['8.00', '6.50']) {
    await page.getByLabel(t('catalogue.field.price')).fill(price)
    await page.getByRole('button', { name: t('catalogue.save') }).click()
    await expect(page.getByRole('button', { name: t('catalogue.save') })).toBeHidden()
  }
  const history = page.locator('#priceHistory')
  await expect(history.getByRole('img')).toBeVisible()
  await expect(history.locator('tbody tr').first()).toContainText(/8\.00.*6\.50/)
  await expect(history.locator('tbody tr').first()).toContainText(t('catalogue.ways.hand'))
  await expect(page.locator('#history li').first()).toContainText(t('audit.acts.product.price'))
  await picture(page, 'product-history')
  await expect(page.getByText(/18 % off, counted from USD.8\.00/)).toBeVisible()
  await looksRight(page)

  const listed = page.locator(`a[data-product="${id}"]:visible`)
  await page.goto(`/office/catalogue?q=${slug}`)
  await expect(listed).toBeVisible()
  await page.getByLabel(t('catalogue.lacks')).selectOption('fr')
  await expect(page).toHaveURL(/lacks=fr/)
  await expect(listed).toBeVisible()
  await looksRight(page)
  await page.getByLabel(t('catalogue.lacks')).selectOption('de')
  await expect(listed).toBeHidden()
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

test('a version that is put on sale at a new price is saved at once, and no reduction is told', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const slug = `back-${fresh()}`
  const id = await offered(db, { slug, cents: 5000, active: false })
  await enterDemo(page, `/office/catalogue/${id}`)
  await page.getByLabel(t('catalogue.field.price')).fill('40.00')
  await page.getByLabel(t('catalogue.field.active')).check()
  await page.getByRole('button', { name: t('catalogue.save') }).click()
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  expect(
    await db.query(sql`
      select o.active, o.price_cents as "priceCents", h.price_cents as before, h.asked
      from offers o join past_prices h on h.offer_id = o.id where o.product_id = ${id}`),
  ).toEqual([{ active: true, priceCents: 4000, before: 5000, asked: false }])
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('prices of all that are found but one are raised as a job, and taken back', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const slug = `bulk-${fresh()}`
  const { id: category } = await db.one<{ id: number }>(
    sql`insert into categories (slug, name) values (${slug}, '{"en-US":"Bulk shelf"}') returning id`,
  )
  await db.run(sql`
    with made as (
      insert into products (category_id, slug, name)
      select ${category}, ${slug} || '-' || n, jsonb_build_object('en-US', 'Bulk <b>' || n) from generate_series(1, 4) n returning id
    ), versions as (
      insert into skus (product_id, sku_code) select id, ${slug} || id from made returning id, product_id
    )
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, id, (select id from sellers where is_shop), 1000 from versions`)
  const { id: member } = await addMember({ db })
  await db.run(sql`
    insert into wishes (member_id, product_id, known_in_stock)
    select ${member}, id, false from products where category_id = ${category}`)
  const prices = () =>
    db.query(
      sql`select price_cents as cents from offers o join products p on p.id = o.product_id where category_id = ${category} order by o.id`,
    )
  await enterDemo(page, `/office/catalogue?category=${category}&sort=name`)
  const choose = (n: number) =>
    page.getByLabel(t('catalogue.bulk.choose', { name: `Bulk <b>${n}` })).locator('visible=true')
  await expect(choose(4)).toHaveCount(1)
  await choose(1).check()
  await page.getByRole('button', { name: t('catalogue.bulk.chooseAll') }).click()
  await choose(2).uncheck()
  await looksRight(page)
  await page.getByRole('button', { name: t('catalogue.bulk.price'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.bulk.percent')).fill('ten')
  await dialog.getByLabel(t('act.reason')).fill('spring')
  await dialog.getByRole('button', { name: t('catalogue.bulk.price'), exact: true }).click()
  await expect(dialog.getByText(t('catalogue.bulk.numberShape'))).toBeVisible()
  await expect(dialog.getByLabel(t('catalogue.bulk.percent'))).toBeFocused()
  await dialog.getByLabel(t('catalogue.bulk.percent')).fill('+10')
  await dialog.getByLabel(t('catalogue.bulk.ending')).selectOption('99')
  await expect(dialog.getByText(t('catalogue.bulk.offers', { count: 3, offers: 3 }))).toBeVisible()
  await expect(dialog.getByText(/10\.00 → .*10\.99/).first()).toBeVisible()
  await expect(dialog.getByText(t('catalogue.bulk.wishers_one', { count: 1 }))).toBeVisible()
  await expect(dialog.getByLabel(t('catalogue.bulk.tells'))).not.toBeChecked()
  await dialog.getByLabel(t('catalogue.bulk.tells')).check()
  await picture(page, 'bulk-tells')
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.bulk.price'), exact: true }).click()
  await expect(page.getByText(t('catalogue.bulk.changed', { count: 3, total: 3 }))).toBeVisible()
  await expect(page.getByText(t('catalogue.bulk.state.done'))).toBeVisible()
  await expect(page.getByText(t('catalogue.bulk.told'))).toBeVisible()
  expect(await prices()).toEqual([{ cents: 1099 }, { cents: 1000 }, { cents: 1099 }, { cents: 1099 }])
  await looksRight(page)
  await page.getByRole('button', { name: t('catalogue.bulk.undo') }).click()
  await dialog.getByLabel(t('act.reason')).fill('no spring')
  await dialog.getByRole('button', { name: t('catalogue.bulk.undo') }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^${t('catalogue.bulk.undoOf')}`) })).toBeVisible()
  await expect(page.getByText(t('catalogue.bulk.state.done'))).toBeVisible()
  expect(await prices()).toEqual([{ cents: 1000 }, { cents: 1000 }, { cents: 1000 }, { cents: 1000 }])
  await page.getByRole('link', { name: t('catalogue.bulk.title') }).click()
  await expect(page.getByText(/no spring/).first()).toBeVisible()
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

for (const language of ['en-US', 'zh-CN'] as const)
  test(`all prices of a product are typed, pasted and changed by percent at once, with their margins (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id } = await db.one<{ id: number }>(sql`
      with p as (
        insert into products (category_id, slug, type, key_type, name, is_draft)
        select category_id, ${`sheet-${fresh()}`}, type, key_type, '{"en-US":"Sheet"}', true from products order by id limit 1 returning id
      ), k as (
        insert into skus (product_id, sku_code, edition, position) select id, ${fresh()} || n, 'Edition ' || n, n from p, generate_series(1, 3) n
        returning id, product_id
      ), o as (
        insert into offers (product_id, sku_id, seller_id, price_cents)
        select product_id, k.id, (select id from sellers where is_shop), 1000 from k returning id
      ), b as (
        insert into key_batches (id, offer_id, source, cost_minor, cost_currency)
        select gen_random_uuid(), min(id), 'invoice', 750, 'USD' from o
      )
      select id from p`)
    await enterDemo(page, `/office/catalogue/${id}`)
    await page.getByRole('button', { name: t('catalogue.sheet.open'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('catalogue.sheet.open') })
    await expect(sheet.getByText(/7\.50.*2\.50.*25%/)).toBeVisible()
    await looksRight(page)

    const prices = sheet.getByRole('textbox', { name: /Edition/ })
    await page.evaluate(() => navigator.clipboard.writeText('Second\t20.00\nThird\t$30'))
    await prices.nth(1).focus()
    await page.keyboard.press('Control+V')
    const shown = () => prices.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await expect.poll(shown).toEqual(['10.00', '20.00', '30'])
    const percent = sheet.getByLabel(t('catalogue.sheet.percent'))
    await percent.fill('much')
    await page.keyboard.press('Enter')
    await expect(sheet.getByText(t('catalogue.sheet.percentShape'))).toBeVisible()
    await percent.fill('-10')
    await page.keyboard.press('Enter')
    await expect(prices.nth(0)).toHaveValue('9.00')
    expect(await shown()).toEqual(['9.00', '18.00', '27.00'])
    await prices.nth(2).fill('nothing')
    await sheet.getByRole('button', { name: t('catalogue.sheet.takeOver') }).click()
    await expect(sheet.getByText(t('catalogue.priceShape'))).toBeVisible()
    await prices.nth(2).fill('27.5')
    await picture(page, `office-price-sheet-${language}`)
    await sheet.getByRole('button', { name: t('catalogue.sheet.takeOver') }).click()
    await expect(sheet).toBeHidden()
    const cents = () =>
      db.query<{ cents: number }>(sql`select price_cents as cents from offers where product_id = ${id} order by id`)
    expect((await cents()).map((one) => one.cents)).toEqual([1_000, 1_000, 1_000])
    await page.getByRole('button', { name: t('catalogue.save'), exact: true }).click()
    await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
    expect((await cents()).map((one) => one.cents)).toEqual([900, 1_800, 2_750])
    expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
  })
