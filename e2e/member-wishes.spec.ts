// The wishlist: hearts for visitors and members, the list, and the way out of its mails (decision F9).
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { lastOne } from './support/lost-order.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'

const PASSWORD = 'correct horse'
const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

interface Product {
  id: number
  name: string
  path: string
}

/** Of the demo shop, each in stock. */
const PRODUCTS = sql`
  select p.id, p.name ->> 'en-US' as name, '/' || c.slug || '/' || p.slug as path
  from products p join categories c on c.id = p.category_id
  where p.type = 0 and p.confirm_content = '{}'
    and exists (select from offers o where o.product_id = p.id and o.active and o.stock > 20)
  order by p.id limit 14`

const heartOf = (name: string) => `${t('wishlist.heart')}: ${name}`

test('a visitor presses a heart, logs in, and what he wanted is on his list', async ({ page, db }) => {
  const [product] = await db.query<Product>(PRODUCTS)
  const member = await addMember({ db }, { password: PASSWORD })
  await page.goto(product!.path)
  // Hearts come with the first sign of a visitor.
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('button', { name: heartOf(product!.name) }).click()
  await page.waitForURL(/\/login\?/)
  await expect(page.getByText(t('message.loginFirst'))).toBeVisible()
  await page.getByLabel(m('login.name')).fill(member.username)
  await page.getByLabel(m('login.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: m('login.submit'), exact: true }).click()
  await page.waitForURL((url) => url.pathname === product!.path)
  await expect(page.getByText(t('wishlist.added', { name: product!.name }))).toBeVisible()
  await expect(page.getByRole('button', { name: heartOf(product!.name) }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // Once: another visit to the page adds nothing and says nothing.
  await page.reload()
  await expect(page.getByRole('button', { name: heartOf(product!.name) }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByText(t('wishlist.added', { name: product!.name }))).toHaveCount(0)
})

test('whoever takes a wish off after his session has ended logs in, and is told of no wish', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const [product] = await db.query<Product>(PRODUCTS)
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  await db.run(sql`
    insert into wishes (member_id, product_id, known_in_stock) values (${member.id}, ${product!.id}, true)`)
  await page.goto(product!.path)
  await page.getByRole('heading', { level: 1 }).click()
  const heart = page.getByRole('button', { name: heartOf(product!.name) }).first()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await db.run(sql`delete from sessions where member_id = ${member.id}`)
  await heart.click()
  await page.waitForURL(/\/login\?/)
  // What is kept here is wished for after the login.
  expect(await page.evaluate(() => sessionStorage.getItem('draft:wish'))).toBeNull()
  await page.getByLabel(m('login.name')).fill(member.username)
  await page.getByLabel(m('login.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: m('login.submit'), exact: true }).click()
  await page.waitForURL((url) => url.pathname === product!.path)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(t('wishlist.added', { name: product!.name }))).toHaveCount(0)
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

test('a member’s hearts are on wherever the product stands, and off again with undo', async ({ page, db, member }) => {
  const [product] = await db.query<Product>(PRODUCTS)
  await page.goto(product!.path)
  const heart = page.getByRole('button', { name: heartOf(product!.name) }).first()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  // A heart is on before the shop has heard of it.
  await expect(page.getByText(t('wishlist.added', { name: product!.name }))).toBeVisible()
  await page.goto(`/search?name=${encodeURIComponent(product!.name)}`)
  const onCard = page.getByRole('button', { name: heartOf(product!.name) }).first()
  await expect(onCard).toHaveAttribute('aria-pressed', 'true')
  await onCard.click()
  await expect(onCard).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: t('cart.undo') }).click()
  await expect(onCard).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => db.query(sql`select product_id from wishes where member_id = ${member.id} and removed_at is null`))
    .toEqual([{ product_id: product!.id }])
  expect(await axe(page)).toEqual([])
})

test('a wish that was taken off by mistake comes back as it was, whichever version the page shows', async ({
  page,
  db,
  member,
}) => {
  const [product] = await db.query<Product>(PRODUCTS)
  const { sku } = await db.one<{ sku: number }>(sql`select min(id) as sku from skus where product_id = ${product!.id}`)
  await db.run(sql`
    insert into wishes (member_id, product_id, price_cents, known_cents, known_in_stock)
    values (${member.id}, ${product!.id}, 12345, 12345, true)`)
  await page.goto(`${product!.path}?sku=${sku}`)
  const heart = page.getByRole('button', { name: heartOf(product!.name) }).first()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await page.getByRole('button', { name: t('cart.undo') }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() =>
      db.query(sql`
        select sku_id, price_cents from wishes
        where member_id = ${member.id} and product_id = ${product!.id} and removed_at is null`),
    )
    .toEqual([{ sku_id: null, price_cents: 12345 }])
})

test('what is pressed before the list of hearts has come stays as it was pressed', async ({ page, db, member }) => {
  const [product] = await db.query<Product>(PRODUCTS)
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/profile/wishlist/ids', async (route) => {
    const answer = await route.fetch()
    asked.resolve()
    await late.promise
    await route.fulfill({ response: answer })
  })
  await page.goto(product!.path)
  const heart = page.getByRole('button', { name: heartOf(product!.name) }).first()
  await asked.promise
  await heart.click()
  await expect(page.getByText(t('wishlist.added', { name: product!.name }))).toBeVisible()
  const answered = page.waitForResponse('**/api/profile/wishlist/ids')
  late.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const wished = sql`select product_id from wishes where member_id = ${member.id} and removed_at is null`
  expect(await db.query(wished)).toEqual([{ product_id: product!.id }])
})

test('the list: empty, then two pages; into the cart, off the list and back', async ({ page, db, member }) => {
  await page.goto('/my-wishlist')
  await expect(page.getByRole('heading', { name: m('wishes.empty') })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const products = await db.query<Product>(PRODUCTS)
  for (const [index, { id }] of products.entries())
    await db.run(sql`
      insert into wishes (member_id, product_id, price_cents, known_cents, known_in_stock, created_at)
      values (${member.id}, ${id}, 99900, 99900, true, now() - make_interval(mins => ${index}))`)
  await page.reload()
  const items = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(items).toHaveCount(10)
  await expect(items.first().getByRole('heading')).toHaveText(products[0]!.name)
  await expect(
    items.first().getByText(m('wishes.less', { percent: '' }).replace('%', '').trim(), { exact: false }),
  ).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])

  await page.getByRole('button', { name: `${t('product.addToCart')}: ${products[0]!.name}` }).click()
  await expect(page.getByText(t('product.added', { name: products[0]!.name }))).toBeVisible()

  await page.getByRole('button', { name: `${m('wishes.remove')}: ${products[1]!.name}` }).click()
  await expect(items.getByRole('heading', { name: products[1]!.name })).toHaveCount(0)
  await page.getByRole('button', { name: t('cart.undo') }).click()
  await expect(items.nth(1).getByRole('heading')).toHaveText(products[1]!.name)

  await page
    .getByRole('navigation', { name: t('list.pages.nav') })
    .getByRole('link')
    .last()
    .click()
  await expect(items).toHaveCount(4)
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(items).toHaveCount(4)

  await page.getByLabel(m('wishes.mails')).uncheck()
  await expect(page.getByText(m('wishes.mailsOff'))).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(m('wishes.mails'))).not.toBeChecked()
})

test('the list in Arabic stands from right to left and fits', async ({ page, db, member }) => {
  const a = memberWordsOf('ar')
  for (const { id } of (await db.query<Product>(PRODUCTS)).slice(0, 3))
    await db.run(sql`
      insert into wishes (member_id, product_id, price_cents, known_cents, known_in_stock) values (${member.id}, ${id}, 99900, 99900, true)`)
  await page.goto(inLanguage('/my-wishlist', 'ar'))
  await expect(page.getByRole('heading', { level: 1, name: a('wishes.title') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(3)
  expect(await axe(page)).toEqual([])
  expect(await tooWide(page)).toEqual([])
})

test('a link that is not complete ends nothing and leads to the list', async ({ page, troubles }) => {
  await page.goto('/wish-mails')
  await expect(page.getByText(m('wishlist.badLink'))).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto('/wish-mails#token=forged')
  await page.getByRole('button', { name: m('wishes.silence.button') }).click()
  await expect(page.getByText(m('wishlist.badLink'))).toBeVisible()
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
})

test('a member’s review begins with his name and is written under his own address', async ({ page, db, member }) => {
  // One review a minute comes from an address, and the tests of both devices share theirs.
  const part = () => Math.floor(Math.random() * 254)
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${part()}.${part()}` })
  await page.goto('/feedback')
  await expect(page.getByLabel(t('feedback.name'))).toHaveValue(member.username)
  await expect(page.getByRole('main').getByLabel(t('feedback.email'))).toHaveCount(0)
  await page.getByRole('textbox', { name: t('feedback.content') }).fill('Written by somebody who is logged in.')
  await page.getByRole('button', { name: t('feedback.send') }).click()
  await expect(page.getByText(t('message.submit'))).toBeVisible()
  const rows = await db.query(sql`select email, fill_name as name from reviews where member_id = ${member.id}`)
  expect(rows).toEqual([{ email: member.email, name: member.username }])
})

test('what is wished for and not sold any more is told as that, on the list itself, which is without it then', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, member, troubles }) => {
  const { productId } = await lastOne(ground, context)
  await db.run(sql`
    insert into wishes (member_id, product_id, known_in_stock) values (${member.id}, ${productId}, true)`)
  await page.goto('/my-wishlist')
  const add = page.getByRole('button', { name: new RegExp(`^${t('product.addToCart')}`) })
  await expect(add).toBeEnabled()
  await db.run(sql`update products set is_draft = true where id = ${productId}`)
  await add.click()
  await expect(page.getByText(t('cart.gone'))).toBeVisible()
  await expect(page.getByRole('heading', { name: m('wishes.empty') })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/my-wishlist')
  expect(troubles.splice(0).filter((said) => !/404/.test(said))).toEqual([])
})
