// What visitors see of a shop that its operator runs otherwise than the demo shop: reviews closed, no news, search texts of
// his own, more categories than the bar has room for.
import type { APIRequestContext } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expectWellMade } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { expectSent, headOf, htmlOf } from './support/html.ts'
import { tabTo } from './support/keys.ts'
import { test } from './support/operator.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')
const RATED = '/rpg-games/elden-ring#ratings'

const setReviews = (db: Database, type: '0' | '1' | '2') =>
  db.run(sql`update settings set value = ${type} where key = 'feedback.type'`)

for (const [type, says, key] of [
  ['2', 'that reviews are closed', 'feedback.closed'],
  ['1', 'that one must log in', 'message.loginFirst'],
] as const) {
  test(`with feedback.type ${type} ratings say ${says}, stay readable, and invite nobody to write`, async ({
    page,
    request,
    operated: { db },
  }) => {
    await setReviews(db, type)
    await db.run(sql`delete from reviews where product_id is null`)
    await expectSent(request, '/feedback', t(key))
    await expectSent(request, RATED, t(key))
    const main = page.getByRole('main')
    const invitations = [t('feedback.anyone'), t('feedback.intro'), t('feedback.noneShop'), t('feedback.noneText')]

    await page.goto(RATED)
    const ratings = page.getByRole('tabpanel', { name: t('product.tabs.ratings') })
    await expect(ratings.getByText(t(key))).toBeVisible()
    await expect(ratings.getByRole('list', { name: t('feedback.list') }).getByRole('article')).toHaveCount(5)
    await expect(ratings.getByText(t('feedback.howVerified'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('feedback.write') })).toHaveCount(0)
    for (const text of invitations) await expect(main.getByText(text)).toHaveCount(0)

    await page.goto('/feedback')
    await expect(main.getByText(t(key))).toBeVisible()
    await expect(main.getByText(t('feedback.noneTitle'))).toBeVisible()
    await expect(main.getByRole('form')).toHaveCount(0)
    await expect(main.getByRole('textbox')).toHaveCount(0)
    for (const text of invitations) await expect(main.getByText(text)).toHaveCount(0)
    await expectWellMade(page)
  })
}

test('a review that is sent after reviews were closed is refused in words and kept, and can be sent once they are open', async ({
  page,
  request,
  operated: { db },
  troubles,
}) => {
  await setReviews(db, '0')
  await expectSent(request, '/feedback', t('feedback.formTitle'))
  await page.goto('/feedback')
  const form = page.getByRole('form', { name: t('feedback.formTitle') })
  await form.getByRole('textbox', { name: t('feedback.name') }).fill('Quinn')
  await form.getByRole('textbox', { name: t('feedback.email') }).fill('quinn@example.com')
  const content = form.getByRole('textbox', { name: t('feedback.content') })
  await content.fill('All of it went well, and fast.')
  await setReviews(db, '2')
  await expectSent(request, '/feedback', t('feedback.closed'))
  await form.getByRole('button', { name: t('feedback.send') }).click()
  await expect(form.getByRole('alert')).toHaveText(t('feedback.closed'))
  await expect(content).toHaveValue('All of it went well, and fast.')
  await setReviews(db, '0')
  await expectSent(request, '/feedback', t('feedback.formTitle'))
  await form.getByRole('button', { name: t('feedback.send') }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('All of it went well')
  // The browser reports the refusal, which is what is wanted here.
  expect(troubles.splice(0).every((trouble) => trouble.includes('422'))).toBe(true)
})

test('without news the page says so and leads into the shop, and the feed is empty', async ({
  page,
  request,
  operated: { db },
}) => {
  await db.run(sql`delete from news`)
  await expectSent(request, '/news', t('content.news.emptyTitle'))
  await page.goto('/news')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: t('content.news.emptyTitle') })).toBeVisible()
  await expect(main.getByText(t('content.news.emptyText'))).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(0)
  await expect(main.getByRole('navigation', { name: t('content.news.pages') })).toHaveCount(0)
  await expectWellMade(page)
  const feed = await htmlOf(request, '/news/rss.xml')
  expect(feed).toContain('</channel>')
  expect(feed).not.toContain('<item>')
  await main.getByRole('link', { name: t('content.news.toShop') }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the operator’s search texts are the head of their pages, by language, and where they are missing ours stand', async ({
  page,
  request,
  operated: { db },
}) => {
  await db.run(sql`
    insert into seo_pages (key, seo_title, seo_key, seo_dec) values
      ('page_home', '{"en-US": "Keys & <codes>", "de": "Schlüssel"}', '{"en-US": "keys, codes"}',
        '{"en-US": "Every key in one place."}'),
      ('page_product_list', '{"en-US": "All {{name}} here"}', '{}', '{}')
    on conflict (key) do update set seo_title = excluded.seo_title, seo_key = excluded.seo_key, seo_dec = excluded.seo_dec`)
  await expectSent(request, '/', 'Every key in one place.')
  await expectSent(request, '/gift-cards', 'All Gift cards here')

  const home = await headOf(page, await htmlOf(request, '/'))
  expect(home.titles).toEqual(['Keys & <codes>'])
  expect(home.meta).toMatchObject({
    description: ['Every key in one place.'],
    keywords: ['keys, codes'],
    'og:title': ['Keys & <codes>'],
    'og:description': ['Every key in one place.'],
  })
  expect(JSON.stringify(home.data)).toContain('Keys & <codes>')
  const shelf = await headOf(page, await htmlOf(request, '/gift-cards'))
  expect(shelf.titles).toEqual(['All Gift cards here'])
  expect(shelf.meta.description).toHaveLength(1)
  expect(shelf.meta.description![0]).toContain('Gift cards')
  expect(shelf.meta.keywords).toBeUndefined()
  // Last, because the language stays.
  const german = await headOf(page, await htmlOf(request, '/?lang=de'))
  expect(german.titles).toEqual(['Schlüssel'])
  expect(german.meta.description).toEqual(['Every key in one place.'])

  // And when a browser goes from one page to the next.
  await page.goto('/gift-cards')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const [description, keywords] = ['description', 'keywords'].map((name) => page.locator(`meta[name=${name}]`))
  await page
    .getByRole('main')
    .getByRole('link', { name: t('list.home') })
    .click()
  await expect(page).toHaveTitle('Keys & <codes>')
  await expect(description!).toHaveAttribute('content', 'Every key in one place.')
  await expect(keywords!).toHaveAttribute('content', 'keys, codes')
  await page.goBack()
  await expect(page).toHaveTitle('All Gift cards here')
  await expect(description!).toHaveAttribute('content', shelf.meta.description![0]!)
  await expect(keywords!).toHaveCount(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

async function makeEightCategories(db: Database, request: APIRequestContext) {
  await db.run(sql`
    insert into categories (slug, name, position) values
      ('soundtracks', '{"en-US": "Soundtracks"}', 101),
      ('merchandise', '{"en-US": "Merchandise"}', 102),
      ('board-games', '{"en-US": "Board games"}', 103)
    on conflict (slug) do nothing`)
  await expectSent(request, '/news', 'Board games')
}

test('of eight categories a phone has all in its menu', async ({ page, request, operated: { db } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeEightCategories(db, request)
  await page.goto('/news')
  await page.getByRole('button', { name: t('shell.menu') }).click()
  const menu = page.getByRole('dialog', { name: t('shell.menu') })
  await expect(menu.getByRole('navigation').locator('summary')).toHaveCount(8)
  await menu.getByText('Board games', { exact: true }).click()
  await menu.getByRole('link', { name: t('shell.allOf', { name: 'Board games' }) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Board games' })).toBeVisible()
})

test.describe('where there is room', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

  test('of eight categories the bar shows six and has the others under More', async ({
    page,
    request,
    operated: { db },
  }) => {
    await makeEightCategories(db, request)
    await page.goto('/news')
    const bar = page.getByRole('navigation', { name: t('shell.categories') })
    await expect(bar.locator('> ul > li')).toHaveText([
      /PC/,
      /Console/,
      /Gift/,
      /points/,
      /Accounts/,
      'Soundtracks',
      /More/,
    ])
    const more = bar.getByRole('button', { name: t('shell.moreCategories'), exact: true })
    const others = bar.getByRole('group', { name: t('shell.moreCategories') })
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      // One line, and what opens stays within the window.
      expect((await bar.boundingBox())!.height).toBeLessThan(50)
      await more.click()
      await expect(others.getByRole('link')).toHaveText(['Merchandise', 'Board games'])
      expect(await tooWide(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(others).toBeHidden()
      await expect(more).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await tabTo(page, others.getByRole('link', { name: 'Board games' }), { most: 2 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Board games' })).toBeVisible()
    await expect(others).toBeHidden()
    await more.click()
    await expectWellMade(page)
    await expect(others.getByRole('link', { name: 'Board games' })).toHaveAttribute('aria-current', 'page')
    await expect(others.getByRole('link', { name: 'Merchandise' })).not.toHaveAttribute('aria-current')
  })
})
