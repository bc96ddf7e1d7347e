// The library of pictures with a browser: where each is used, what nothing uses, and taken again instead of uploaded anew.
import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'

const addDraft = (db: Database, name: string) =>
  db.one<{ id: number }>(sql`
    insert into products (category_id, slug, name, is_draft)
    select min(id), ${`draft-${randomUUID()}`}, jsonb_build_object('en-US', ${name}::text), true from categories returning id`)

/** As one that was uploaded just now. */
async function addPicture(db: Database, background: string, width = 600, height = 800): Promise<string> {
  const rings = [0.45, 0.3, 0.15].map(
    (r, i) => `<circle cx="50%" cy="50%" r="${r * 100}%" fill="#fff" opacity="0.${i + 2}"/>`,
  )
  const content = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${rings.join('')}</svg>`,
    ),
  )
    .flatten()
    .webp()
    .toBuffer()
  const id = createHash('sha256').update(randomUUID()).digest('hex')
  await db.run(sql`
    insert into uploads (id, media_type, width, height, content, uploaded_by)
    values (${id}, 'image/webp', ${width}, ${height}, ${content}, 'kim@shop.example')`)
  return id
}

for (const language of ['en-US', 'zh-CN'] as const)
  test(`pictures stand with where they are used, and one is removed that nothing uses (${language})`, {
    tag: '@once:desktop',
  }, async ({ page, db, isMobile, troubles }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { id } = await addDraft(db, 'Draft with a used picture')
    const [used, wide, unused] = [
      await addPicture(db, '#b03a2e'),
      await addPicture(db, '#1f618d', 1680, 720),
      await addPicture(db, '#239b56', 300, 300),
    ]
    await db.run(sql`update products set picture_id = ${used} where id = ${id}`)
    const banner = await db.one<{ id: number }>(sql`
      insert into banners (position, title, line, link, genre, seed, is_on, is_shown, picture_id)
      values (900, '{"en-US":"A used banner"}', '{}', '/news', 'rpg', 'a', false, false, ${wide}) returning id`)
    try {
      await enterDemo(page, '/office/catalogue')
      if (isMobile) await page.getByRole('button', { name: t('catalogue.morePages') }).click()
      await page.getByRole('link', { name: t('library.title'), exact: true }).click()
      const tile = (of: string) => page.locator(`li[data-picture="${of}"]`)
      await expect(tile(used).getByRole('link', { name: 'Draft with a used picture' })).toBeVisible()
      await expect(tile(wide).getByText(t('library.in.banner'), { exact: true })).toBeVisible()
      await expect(tile(wide).getByRole('link', { name: 'A used banner' })).toBeVisible()
      await expect(tile(unused).getByText(t('library.isUnused'))).toBeVisible()
      await expect(tile(unused).getByText('kim@shop.example')).toBeVisible()
      await expect(tile(used).getByRole('button', { name: t('library.remove') })).toHaveCount(0)
      await expect
        .poll(() =>
          tile(used)
            .getByRole('img')
            .evaluate((img: HTMLImageElement) => img.naturalWidth),
        )
        .toBe(480)
      await looksRight(page)
      await picture(page, `library-dark-${language}`)
      await page.emulateMedia({ colorScheme: 'light' })
      await picture(page, `library-${language}`)

      const uses = page.getByRole('navigation', { name: t('library.use') })
      await uses.getByRole('link', { name: t('library.only.used'), exact: true }).click()
      await expect(tile(unused)).toHaveCount(0)
      await expect(tile(used)).toBeVisible()
      await uses.getByRole('link', { name: t('library.only.unused'), exact: true }).click()
      await expect(tile(used)).toHaveCount(0)

      // Something begins to use it while one is asked why: the question says so, and where it has gone with its picture, the page does.
      const dialog = page.getByRole('dialog')
      const usedInArabic = (by: string | null) =>
        db.run(sql`update banners set rtl_picture_id = ${by} where id = ${banner.id}`)
      const ask = async () => {
        await tile(unused)
          .getByRole('button', { name: t('library.remove') })
          .click()
        await dialog.getByLabel(t('act.reason')).fill('nobody wants it')
      }
      const send = () => dialog.getByRole('button', { name: t('library.remove') }).click()
      await ask()
      await looksRight(page)
      await usedInArabic(unused)
      await send()
      await expect(tile(unused)).toHaveCount(0)
      await expect(page.getByText(t('library.refused.used'))).toBeVisible()
      await looksRight(page)
      await usedInArabic(null)
      await page.goto('/office/catalogue/pictures')
      await ask()
      await usedInArabic(unused)
      await send()
      await expect(dialog.getByRole('alert')).toContainText(t('library.refused.used'))
      await picture(page, `library-refused-${language}`)
      await usedInArabic(null)
      await send()
      await expect(dialog).toBeHidden()
      await expect(tile(unused)).toHaveCount(0)
      expect(await db.query(sql`select from uploads where id = ${unused}`)).toEqual([])
    } finally {
      await db.run(sql`delete from banners where id = ${banner.id}`)
      await db.run(sql`update products set picture_id = null where id = ${id}`)
      await db.run(sql`delete from uploads where id = any(${[used, wide, unused]}::text[])`)
    }
    // Who is signed in was asked at the door, a removal was refused, and the other language's test took a picture away.
    expect(troubles.splice(0).every((text) => /401|404|422/.test(text))).toBe(true)
  })

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a cover is taken from the library instead of uploaded anew (${language})`, { tag: '@desktop' }, async ({
    page,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { id } = await addDraft(db, 'Draft without a picture')
    // Of no other picture of this run: drafts are numbered one after the other. Without a mark of thousands.
    const size = 601 + (id % 399)
    const there = await addPicture(db, '#7d3c98', size, 800)
    await enterDemo(page, `/office/catalogue/${id}`)
    const part = page.locator('section#picture')
    const choose = part.getByRole('button', { name: t('library.choose') })
    await choose.click()
    const dialog = page.getByRole('dialog')
    const said = t('library.take', { size: t('library.pixels', { width: size, height: 800 }) })
    const one = dialog.getByRole('button', { name: said, exact: true })
    await expect(one).toBeVisible()
    await expect.poll(() => one.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480)
    await looksRight(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await picture(page, `library-choose-${language}`)
    // Somebody removes it at this moment.
    const away = createHash('sha256').update(randomUUID()).digest('hex')
    await db.run(sql`update uploads set id = ${away} where id = ${there}`)
    await one.click()
    await expect(dialog.getByRole('alert')).toContainText(t('pictures.refused.gone'))
    await db.run(sql`update uploads set id = ${there} where id = ${away}`)
    await page.reload()
    await choose.click()
    await one.click()
    await expect(dialog).toBeHidden()
    await expect(part.getByText(t('pictures.uploaded'))).toBeVisible()
    expect(await db.one(sql`select picture_id as picture from products where id = ${id}`)).toEqual({ picture: there })
    await looksRight(page)
    await picture(page, `library-cover-${language}`)
    expect(troubles.splice(0).filter((text) => !/401|422|404/.test(text))).toEqual([])
  })

test('a banner shows one from the library, and another one in Arabic', { tag: '@desktop' }, async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const [autumn, winter] = [await addPicture(db, '#ca6f1e', 1681, 720), await addPicture(db, '#5499c7', 1682, 720)]
  const { id } = await db.one<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed, is_on, is_shown)
    values (901, '{"en-US":"From the library"}', '{}', '/news', 'rpg', 'a', false, false) returning id`)
  try {
    await enterDemo(page, `/office/catalogue/banners/${id}`)
    const buttons = page.getByRole('button', { name: t('library.choose') })
    const dialog = page.getByRole('dialog')
    for (const [index, size] of ['1,681', '1,682'].entries()) {
      await buttons.nth(index).click()
      const said = t('library.take', { size: t('library.pixels', { width: size, height: 720 }) })
      await dialog.getByRole('button', { name: said }).click()
      await expect(dialog).toBeHidden()
    }
    expect(await db.one(sql`select picture_id as one, rtl_picture_id as rtl from banners where id = ${id}`)).toEqual({
      one: autumn,
      rtl: winter,
    })
    await looksRight(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await picture(page, 'library-banner')
  } finally {
    await db.run(sql`delete from banners where id = ${id}`)
    await db.run(sql`delete from uploads where id = any(${[autumn, winter]}::text[])`)
  }
  // Who is signed in was asked at the door, and another test took a picture away.
  expect(troubles.splice(0).every((text) => /401|404/.test(text))).toBe(true)
})

for (const language of ['en-US', 'zh-CN'] as const)
  test(`screenshots are taken from the library, each once (${language})`, { tag: '@desktop' }, async ({
    page,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { id } = await addDraft(db, 'Draft without screenshots')
    // Of no other picture of this run, as above.
    const [wide, height] = [640 + (id % 300), 360]
    const there = await addPicture(db, '#117864', wide, height)
    await enterDemo(page, `/office/catalogue/${id}`)
    const part = page.locator('section#screenshots')
    const dialog = page.getByRole('dialog')
    const said = t('library.take', { size: t('library.pixels', { width: wide, height }) })
    const used = t('library.takeUsed', {
      size: t('library.pixels', { width: wide, height }),
      name: 'Draft without screenshots',
    })
    for (const name of [said, used]) {
      await part.getByRole('button', { name: t('library.choose') }).click()
      await dialog.getByRole('button', { name, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(part.getByRole('listitem')).toHaveCount(1)
    }
    expect(await db.query(sql`select picture_id as picture from screenshots where product_id = ${id}`)).toEqual([
      { picture: there },
    ])
    await looksRight(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await picture(page, `library-screenshots-${language}`)
    // Who is signed in was asked at the door, and another test took a picture away.
    expect(troubles.splice(0).every((text) => /401|404/.test(text))).toBe(true)
  })

test('a logo is taken from the library, and one that is too narrow says why not', { tag: '@once:desktop' }, async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const height = 400 + Math.floor(Math.random() * 200)
  await addPicture(db, '#212f3d', 120, height)
  const fitting = await addPicture(db, '#212f3d', 700, height)
  await enterDemo(page, '/office/settings')
  const part = page.locator('section#logo')
  const choose = part.getByRole('button', { name: t('library.choose') }).first()
  const dialog = page.getByRole('dialog')
  const one = (width: number) =>
    dialog.getByRole('button', { name: t('library.take', { size: t('library.pixels', { width, height }) }) })
  await choose.click()
  await one(120).click()
  await expect(dialog.getByRole('alert')).toContainText(t('logo.refused.shape'))
  await looksRight(page)
  // All tests have one shop, and its logo stands on each of their pages: this one is asked for and not put there.
  let asked: unknown
  await page.route('**/prod-api/office/logo/light', async (route) => {
    asked = route.request().postDataJSON()
    await route.fulfill({ json: { code: 200, msg: 'ok', data: null } })
  })
  await one(700).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('logo.done'))).toBeVisible()
  expect(asked).toEqual({ pictureId: fitting, seen: null })
  await looksRight(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, 'library-logo')
  expect(troubles.splice(0).filter((text) => !/401|422|404/.test(text))).toEqual([])
})

test('a library that is empty says so, one that cannot be read says why and tries again', {
  tag: '@once:desktop',
}, async ({ page, troubles }) => {
  const t = wordsOf('en-US')
  let answer: object | undefined
  await page.route(/\/prod-api\/office\/pictures(\?|$)/, (route) =>
    answer ? route.fulfill({ json: { code: 200, msg: 'ok', data: answer } }) : route.abort(),
  )
  await enterDemo(page, '/office/catalogue/pictures')
  await expect(page.getByRole('heading', { name: t('library.title'), level: 1 })).toBeVisible()
  const again = page.getByRole('button', { name: t('frame.again') })
  await expect(again).toBeVisible()
  await looksRight(page)
  answer = { rows: [], next: null }
  // It also asks by itself, and has no button then.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(page.getByRole('heading', { name: t('library.none') })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await looksRight(page)
  await picture(page, 'library-empty')
  answer = { rows: [], next: `${'a'.repeat(64)}_2026-01-01T00:00:00.000000Z` }
  await page.getByRole('link', { name: t('library.only.unused'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('library.further') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('frame.nextPage') })).toBeVisible()
  answer = { rows: [], next: null }
  await page.getByRole('link', { name: t('library.only.used'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('library.noneUsed') })).toBeVisible()
  troubles.splice(0)
})
