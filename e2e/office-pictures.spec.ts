// The picture of a product, uploaded and taken back with a browser.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a picture is uploaded, shown, refused and taken back (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    // A draft of its own: no shopper and no other test sees it.
    const { id } = await db.one<{ id: number }>(sql`
      insert into products (category_id, slug, name, is_draft)
      select min(id), ${`draft-${randomUUID()}`}, '{"en-US":"Draft with a picture"}', true from categories returning id`)
    await enterDemo(page, `/office/catalogue/${id}`, language)
    const part = page.locator('section#picture')
    await expect(part.getByText(t('pictures.drawn'))).toBeVisible()
    const choose = part.getByLabel(t('pictures.choose'))
    await choose.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(part.getByRole('alert')).toContainText(t('pictures.refused.notAPicture'))
    const red = sharp({ create: { width: 600, height: 800, channels: 3, background: '#e01010' } })
    await choose.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await red.png().toBuffer() })
    await expect(part.getByText(t('pictures.uploaded'))).toBeVisible()
    const src = (await part.getByRole('img').getAttribute('src'))!
    const shown = await context.request.get(src)
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp'])
    const [r, g] = await sharp(await shown.body())
      .raw()
      .toBuffer()
    expect([r! > 200, g! < 60]).toEqual([true, true])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await part.scrollIntoViewIfNeeded()
      await looksRight(page)
    }
    await part.getByRole('button', { name: t('pictures.remove') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('pictures.remove') })
      .click()
    await expect(part.getByText(t('pictures.drawn'))).toBeVisible()
    // Who is signed in was asked at the door, and a file was refused.
    expect(troubles.splice(0).every((text) => /401|422/.test(text))).toBe(true)
  })
