// The back office's catalogue in a browser: finding a product, changing it beside somebody else, making one.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'

const fresh = () => Math.random().toString(36).slice(2, 8)

test('a product is found, changed and published; what somebody else did meanwhile is shown', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const name = `Lantern ${fresh()}`
  const field = (key: string, language = 'English') =>
    page.getByLabel(`${t(`catalogue.field.${key}`)} (${language})`, { exact: true })
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await enterDemo(page, '/office/catalogue')
  await expect(page.getByRole('heading', { name: t('catalogue.title'), exact: true })).toBeVisible()
  await expect(page.locator('a[data-product]:visible').first()).toBeVisible()
  await looksRight(page)

  // From nothing.
  await press('catalogue.acts.create')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill(name)
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).blur()
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await dialog.getByLabel(t('catalogue.field.price')).fill('12,5')
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.acts.create') }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(t('catalogue.is.draft'), { exact: true })).toBeVisible()
  const id = Number(/catalogue\/(\d+)/.exec(page.url())![1])
  await looksRight(page)

  // Somebody else names the maker and the Chinese name while this one types.
  await page.getByLabel(t('catalogue.field.developer')).fill('Moss Foundry')
  await field('explanation').fill('Light in the dark.')
  await page.getByLabel(t('catalogue.field.price')).fill('9.99')
  await db.run(sql`update products set developer = 'Lichen House', name = name || '{"zh-CN":"灯笼"}' where id = ${id}`)
  await press('catalogue.save')
  await expect(page.getByText(t('catalogue.conflict'))).toBeVisible()
  await expect(page.getByText('Lichen House')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: `${t('catalogue.take.mine')}: ${t('catalogue.field.developer')}` }).click()
  await press('catalogue.save')
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  await expect(field('name', '简体中文')).toHaveValue('灯笼')
  await expect(page.getByLabel(t('catalogue.field.price'))).toHaveValue('9.99')
  expect(
    await db.one(sql`select developer, explanation ->> 'en-US' as explanation from products where id = ${id}`),
  ).toEqual({
    ...{ developer: 'Moss Foundry', explanation: 'Light in the dark.' },
  })

  // What is wrong is said beside the field, and what was typed stays.
  await page.getByLabel(t('catalogue.field.slug')).fill('office')
  await press('catalogue.save')
  await expect(page.getByText(t('catalogue.slugReserved')).first()).toBeVisible()
  await expect(page.getByLabel(t('catalogue.field.slug'))).toHaveValue('office')
  await press('catalogue.discard')

  await press('catalogue.acts.publish')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('catalogue.acts.publish') })
    .click()
  await expect(page.getByText(t('catalogue.is.out'), { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: t('catalogue.inShop') })
  const shown = await page.request.get((await link.getAttribute('href'))!)
  expect(shown.status()).toBe(200)
  expect(await shown.text()).toContain('Light in the dark.')

  // The way back, and the search.
  await page
    .getByRole('link', { name: t('catalogue.title') })
    .first()
    .click()
  await page.getByLabel(t('catalogue.search')).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.locator(`a[data-product="${id}"]:visible`)).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

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

test('what a version cost is drawn and told with who changed it; what lacks words of a language is found', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const slug = `history-${fresh()}`
  const { id } = await db.one<{ id: number }>(sql`
    with made as (
      insert into products (category_id, slug, name)
      select id, ${slug}, jsonb_build_object('en-US', ${slug}::text, 'de', 'Geschichte') from categories order by id limit 1 returning id
    ), version as (insert into skus (product_id, sku_code) select id, ${slug} from made returning id, product_id), offer as (
      insert into offers (product_id, sku_id, seller_id, price_cents)
      select product_id, id, (select id from sellers where is_shop), 1000 from version
    ) select id from made`)
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
  await dialog.getByLabel(t('catalogue.bulk.percent')).fill('+10')
  await dialog.getByLabel(t('catalogue.bulk.ending')).selectOption('99')
  await expect(dialog.getByText(t('catalogue.bulk.offers', { count: 3, offers: 3 }))).toBeVisible()
  await expect(dialog.getByText(/10\.00 → .*10\.99/).first()).toBeVisible()
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.bulk.price'), exact: true }).click()
  await expect(page.getByText(t('catalogue.bulk.changed', { count: 3, total: 3 }))).toBeVisible()
  await expect(page.getByText(t('catalogue.bulk.state.done'))).toBeVisible()
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

test('in Chinese, on a phone: a category is made, renamed and moved', async ({ page, context, troubles }) => {
  const t = wordsOf('zh-CN')
  await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
  await page.setViewportSize({ width: 390, height: 844 })
  const slug = `shelf-${fresh()}`
  await page.goto('/office/catalogue')
  await page.getByRole('button', { name: t('door.enterDemo') }).click()
  await expect(page.locator('a[data-product]:visible').first()).toBeVisible()
  await looksRight(page)
  await picture(page, 'catalogue-phone')
  // All that belongs to the list stands behind one button.
  await expect(page.getByRole('link', { name: t('catalogue.categories') })).toHaveCount(0)
  await page.getByRole('button', { name: t('catalogue.morePages') }).click()
  await expect(page.getByRole('group', { name: t('catalogue.morePages') }).getByRole('link')).toHaveCount(6)
  await looksRight(page)
  await picture(page, 'catalogue-phone-more')
  await page.getByRole('link', { name: t('catalogue.categories') }).click()
  await page.getByRole('button', { name: t('catalogue.acts.category') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill(`Shelf ${slug}`)
  // What is proposed comes when she is there already: what she types takes its place.
  await dialog.getByLabel(t('catalogue.field.slug')).focus()
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue(`shelf-${slug}`)
  await page.keyboard.type('cart')
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue('cart')
  await dialog.getByRole('button', { name: t('catalogue.acts.category') }).click()
  await expect(dialog.getByText(t('catalogue.slugReserved'))).toBeVisible()
  await dialog.getByLabel(t('catalogue.field.slug')).fill(slug)
  await dialog.getByRole('button', { name: t('catalogue.acts.category') }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: slug })
  await row.getByRole('button', { name: t('catalogue.acts.change') }).click()
  await dialog.getByText(t('catalogue.otherNames')).click()
  await dialog.getByLabel('简体中文').fill('架子')
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.acts.change') }).click()
  await expect(row.getByRole('link', { name: '架子' })).toBeVisible()
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
    await enterDemo(page, `/office/catalogue/${id}`, language)
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
