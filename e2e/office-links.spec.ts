// Where the pages of the office lead whoever may see little: never to a place where he is told that he may not see it.
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { audit } from '#rooms/audit/hands.ts'
import { mayGo, type OfficePath } from '#rooms/staff/office/may-go.ts'
import { settled } from './support/checks.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { looksRight, picture, wordsOf } from './support/office.ts'
import type { OpenGround } from './support/shop.ts'
import { makeDeliveredOrder } from './support/shopping.ts'
import { signInStaff } from './support/staff.ts'

const t = wordsOf('en-US')
const some = () => Math.random().toString(36).slice(2, 10)

async function signInWith(context: BrowserContext, ground: OpenGround, permissions: readonly string[]) {
  const role = `Few ${some()}`
  await ground.db.run(sql`insert into staff_roles (name) values (${role})`)
  await ground.db.run(sql`
    insert into staff_grants (role, permission) select ${role}, p from unnest(${permissions}::text[]) as p`)
  return signInStaff(context, ground, { role })
}

/** The place of the office in which an address lies, as it is declared. */
const CORNERS: readonly OfficePath[] = [
  '/settings/pages',
  '/keys/import',
  '/orders/new',
  '/inbox/saved-replies',
  '/files',
  '/me',
]
function placeOf(href: string): OfficePath {
  const path = new URL(href).pathname.replace(/^\/office/, '')
  return CORNERS.find((corner) => path.startsWith(corner)) ?? (`/${path.split('/')[1]}` as OfficePath)
}

/** Of all links on the page, those that lead where nobody with these permissions may go. */
async function astray(page: Page, permissions: readonly string[]): Promise<string[]> {
  const hrefs = await page
    .locator('a[href*="/office/"]')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  return hrefs.filter((href) => !href.includes('#content') && !mayGo(placeOf(href), (p) => permissions.includes(p)))
}

/** An act on a thing of each kind that has a page somewhere. */
async function addActs(db: Database, by: { id: string; email: string }) {
  const kinds = [
    ...['order', 'staff', 'product', 'seller', 'facet', 'banner', 'keyBatch', 'mail', 'bulk', 'setting', 'contact'],
    ...['alertChannel', 'method', 'currency', 'category', 'ticket', 'enquiry', 'withdrawal', 'review', 'page'],
  ] as const
  const who = { staffId: by.id, email: by.email, address: '127.0.0.1' }
  await db.transaction((tx) =>
    audit(tx, ...kinds.map((kind) => ({ by: who, act: 'order.note' as const, subject: { kind, id: `${some()}` } }))),
  )
}

/** What there is to see with each permission, and nothing else. */
const WALKS = [
  { may: ['audit.read'], pages: ['/audit'] },
  { may: ['payments.read'], pages: ['/payments'] },
  { may: ['vault.read'], pages: ['/keys', 'a[data-batch]', '/keys/stock', '/keys/stock?state=idle'] },
  { may: ['orders.read'], pages: ['/orders', 'a[data-order]'] },
  { may: ['catalogue.read'], pages: ['/catalogue', 'a[data-product]', '/catalogue/pictures', '/catalogue/banners'] },
  { may: ['health.read'], pages: ['/health', '/health/jobs', '/health/notices', '/health/mails', 'a[data-mail]'] },
  { may: ['settings.read'], pages: ['/settings', '/settings/methods', '/settings/currencies'] },
  { may: ['content.read'], pages: ['/settings/pages'] },
  { may: ['staff.read'], pages: ['/staff/roles', '/staff', 'a[data-person]'] },
  { may: ['inbox.read'], pages: ['/inbox'] },
  { may: ['alerts.read'], pages: ['/today'] },
] as const

for (const { may, pages } of WALKS)
  test(`who may only ${may.join(' and ')} is led nowhere where he may not go`, { tag: '@once:desktop' }, async ({
    page,
    context,
    ground,
    db,
  }) => {
    await makeDeliveredOrder(context, KEYS)
    const me = await signInWith(context, ground, may)
    await addActs(db, me)
    const ref = `astray ${some()}`
    await db.run(sql`
      insert into payment_differences (provider, what, ref, payment_id, details, told_at)
      select 'stripe', 'paidHereAlone', ${ref}, (select id from payments order by created_at desc limit 1), '{"theirs":{},"ours":{}}', now()`)
    for (const one of pages) {
      if (one.startsWith('/')) await page.goto(`/office${one}`)
      else {
        const [list, title] = [page.url(), await page.locator('main h1').innerText()]
        await page.locator(`${one}:visible`).first().click()
        await expect(page).not.toHaveURL(list)
        await expect(page.locator('main h1')).not.toHaveText(title)
      }
      await expect(page.locator('main h1')).toBeVisible()
      await settled(page)
      expect([one, await astray(page, may)]).toEqual([one, []])
    }
    // An address that is none leads to what he may see, as does the office's own.
    await page.goto('/office/nowhere')
    await page.getByRole('link', { name: t('frame.toStart') }).click()
    await expect(page).toHaveURL(({ pathname }) => /^\/office\/./.test(pathname) && !pathname.endsWith('/nowhere'))
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.getByText(t('frame.notAllowed'))).toHaveCount(0)
    await looksRight(page)
    await db.run(sql`delete from payment_differences where ref = ${ref}`)
  })

for (const language of ['en-US', 'zh-CN'] as const)
  test(`who may see the shop’s health alone is offered to search mails by what he finds them by (${language})`, {
    tag: '@once:desktop',
  }, async ({ page, context, ground }) => {
    const say = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await makeDeliveredOrder(context, KEYS)
    await signInWith(context, ground, ['health.read'])
    await page.goto('/office/health/mails')
    const search = page.getByRole('searchbox', { name: say('health.mails.search') })
    await expect(search).toHaveAttribute('placeholder', say('health.mails.searchHintHere'))
    await expect(
      page.locator('main').getByText(say('health.mails.toHidden')).locator('visible=true').first(),
    ).toBeVisible()
    await looksRight(page)
    await picture(page, `mails-few-${language}`)
    await search.fill('eve@buyer.example')
    await search.press('Enter')
    await expect(page.getByText(say('health.mails.notUnderstoodHere'))).toBeVisible()
    await looksRight(page)
    await picture(page, `mails-none-${language}`)
  })
