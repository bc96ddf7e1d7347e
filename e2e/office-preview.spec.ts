// What somebody writes in the back office, seen in the shop itself before it is saved: a product, a draft, a page of the shop.
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'

const fresh = () => Math.random().toString(36).slice(2, 8)
const NAMES = { 'en-US': 'English', de: 'Deutsch' } as const

/** The shop's page that the button opens, once it is alive; what its console says goes to `troubles`. */
async function previewed(page: Page, name: string, troubles: string[]): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  const tab = await opened
  tab.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  tab.on('pageerror', (error) => troubles.push(String(error)))
  await tab.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
  return tab
}

async function looksLikeTheShop(tab: Page) {
  expect(await tooWide(tab)).toEqual([])
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axe(tab)).toEqual([])
}

for (const language of ['en-US', 'zh-CN'] as const)
  test.describe(language, () => {
    const t = wordsOf(language)
    const button = (code: keyof typeof NAMES) => t('preview.in', { language: NAMES[code] })

    test.beforeEach(({ page }) => page.addInitScript((code) => localStorage.setItem('office-language', code), language))

    test('what is typed of a product is seen in the shop, and by nobody else', async ({ page, db, troubles }) => {
      const { id, path } = await db.one<{ id: number; path: string }>(sql`
      select p.id, '/' || c.slug || '/' || p.slug as path from products p join categories c on c.id = p.category_id
      where not p.is_draft and exists (select from offers where product_id = p.id and active and stock > 0) order by p.id limit 1`)
      const [said, cost] = [`Typed only ${fresh()}`, '3.21']
      await enterDemo(page, `/office/catalogue/${id}?language=de`)
      const text = page.getByLabel(`${t('catalogue.field.explanation')} (English)`, { exact: true })
      await text.fill(said)
      await page.getByLabel(`${t('catalogue.field.explanation')} (Deutsch)`, { exact: true }).fill(`Nur ${said}`)
      await page.getByLabel(t('catalogue.field.price')).first().fill(cost)
      await looksRight(page)
      await picture(page, `preview-bar-${language}`)

      const tab = await previewed(page, button('en-US'), troubles)
      await expect(tab.getByText(t('preview.notice'))).toBeVisible()
      await expect(tab.getByText(said, { exact: true })).toBeVisible()
      await expect(tab.locator('article').first()).toContainText(cost)
      await looksLikeTheShop(tab)
      await picture(tab, `preview-product-${language}`)
      // What the page asks again is what it was shown.
      const asked = await tab.evaluate(async (address) => {
        const [, categoryName, zhname] = address.split('/')
        const query = new URLSearchParams({ zhname: zhname!, categoryName: categoryName! })
        const headers = new Headers({ 'x-locale': 'en-US' })
        return (await fetch(`/prod-api/api/product/info?${query}`, { headers })).text()
      }, path)
      expect(asked).toContain(said)
      // Today's prices do not undo those that were typed, and nobody has visited the shop.
      for (const call of ['product/syncStock', 'saveVisit']) {
        const refused = tab.evaluate((name) => fetch(`/prod-api/api/${name}`, { method: 'POST' }), call)
        await expect(refused).rejects.toThrow('not in a preview')
      }
      await tab.reload()
      await expect(tab.getByText(said, { exact: true })).toBeVisible()
      await tab.close()

      const german = await previewed(page, button('de'), troubles)
      await expect(german.locator('html')).toHaveAttribute('lang', 'de')
      await expect(german.getByText(`Nur ${said}`, { exact: true })).toBeVisible()
      await german.close()

      // Nothing is saved: others see the page as it was, and what was typed still waits.
      expect(await (await page.request.get(path)).text()).not.toContain(said)
      expect(await (await page.request.get(`${path}?lang=de`)).text()).not.toContain(said)
      await expect(text).toHaveValue(said)

      // What cannot be saved is said beside its field, and no tab opens.
      const tabs = page.context().pages().length
      await page.getByLabel(t('catalogue.field.slug')).fill('office')
      await page.getByRole('button', { name: button('de'), exact: true }).click()
      await expect(page.getByText(t('catalogue.slugReserved')).first()).toBeVisible()
      expect(page.context().pages()).toHaveLength(tabs)
      expect(troubles.splice(0).filter((line) => !/40[01]/.test(line))).toEqual([])
    })

    test('a draft is seen in the shop, and cannot be bought', async ({ page, db, troubles }) => {
      const slug = `draft-${fresh()}`
      const { id, path } = await db.one<{ id: number; path: string }>(sql`
      with made as (
        insert into products (category_id, slug, name, is_draft)
        select id, ${slug}, jsonb_build_object('en-US', ${slug}::text), true from categories order by id limit 1 returning id, category_id
      ), version as (insert into skus (product_id, sku_code) select id, ${slug} from made returning id, product_id), offer as (
        insert into offers (product_id, sku_id, seller_id, price_cents)
        select product_id, id, (select id from sellers where is_shop), 1000 from version
      ) select made.id, '/' || c.slug || '/' || ${slug}::text as path from made join categories c on c.id = made.category_id`)
      await enterDemo(page, `/office/catalogue/${id}?language=de`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(slug)
      await looksRight(page)
      await picture(page, `preview-draft-office-${language}`)
      const tab = await previewed(page, button('en-US'), troubles)
      await expect(tab.getByText(t('preview.ofDraft'))).toBeVisible()
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(slug)
      const buying = tab
        .locator('article')
        .first()
        .getByRole('button', { name: /cart|buy/i })
      await expect(buying.first()).toBeDisabled()
      for (const one of await buying.all()) await expect(one).toBeDisabled()
      await looksLikeTheShop(tab)
      await picture(tab, `preview-draft-${language}`)
      await tab.close()
      expect((await page.request.get(path)).status()).toBe(404)
      expect(troubles.splice(0).filter((line) => !/40[01]/.test(line))).toEqual([])
    })

    test('a page of the shop is seen before it is saved', async ({ page, troubles }) => {
      const said = `Nur getippt ${fresh()}`
      await enterDemo(page, '/office/settings/pages/privacy?language=de')
      const text = page.getByRole('textbox', { name: `${t('pages.text')} (Deutsch)` })
      await text.fill(`# Datenschutz\n\n**${said}**`)
      await looksRight(page)
      await picture(page, `preview-page-office-${language}`)
      const tab = await previewed(page, button('de'), troubles)
      await expect(tab.getByText(t('preview.notice'))).toBeVisible()
      await expect(tab.locator('html')).toHaveAttribute('lang', 'de')
      await expect(tab.locator('strong', { hasText: said })).toBeVisible()
      await looksLikeTheShop(tab)
      await picture(tab, `preview-page-${language}`)
      await tab.close()
      expect(await (await page.request.get('/privacy-policy?lang=de')).text()).not.toContain(said)
      await expect(text).toHaveValue(`# Datenschutz\n\n**${said}**`)
      expect(troubles.splice(0).filter((line) => !/40[01]/.test(line))).toEqual([])
    })
  })
