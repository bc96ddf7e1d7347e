// The pictures of a product with a browser: its cover, uploaded and taken back, and its screenshots.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'

/** A draft of its own: no shopper and no other test sees it. */
const addDraft = (db: Database) =>
  db.one<{ id: number }>(sql`
    insert into products (category_id, slug, name, is_draft)
    select min(id), ${`draft-${randomUUID()}`}, '{"en-US":"Draft with a picture"}', true from categories returning id`)

const plain = (background: string, width = 600, height = 800) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a picture is uploaded, shown, refused and taken back (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { id } = await addDraft(db)
    await enterDemo(page, `/office/catalogue/${id}`)
    const part = page.locator('section#picture')
    await expect(part.getByText(t('pictures.drawn'))).toBeVisible()
    const choose = part.getByLabel(t('pictures.choose'))
    await choose.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(part.getByRole('alert')).toContainText(t('pictures.refused.notAPicture'))
    await choose.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await plain('#e01010') })
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
    onlyAtTheDoor(troubles)
  })

for (const language of ['en-US', 'zh-CN'] as const)
  test(`screenshots are uploaded together, moved, described and removed (${language})`, async ({
    page,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    const { id } = await addDraft(db)
    await enterDemo(page, `/office/catalogue/${id}`)
    const part = page.locator('section#screenshots')
    await expect(part.getByText(t('screenshots.none'))).toBeVisible()
    const file = async (name: string, colour: string) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: await plain(colour, 1280, 720),
    })
    await part
      .getByLabel(t('screenshots.choose'))
      .setInputFiles([
        await file('red', '#c03030'),
        { name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
        await file('green', '#30a050'),
        await file('blue', '#3050c0'),
      ])
    const all = part.getByRole('listitem').filter({ has: page.locator('img') })
    await expect(all).toHaveCount(3)
    await expect(part.getByRole('alert')).toContainText('lie.png')
    await expect(part.getByRole('alert')).toContainText(t('pictures.refused.notAPicture'))

    const order = () => all.evaluateAll((items) => items.map((item) => item.querySelector('img')!.src))
    const [red, green, blue] = await order()
    await part.getByRole('button', { name: t('screenshots.later', { number: 1 }) }).click()
    await expect.poll(order).toEqual([green, red, blue])
    await part.getByRole('button', { name: t('screenshots.earlier', { number: 3 }) }).click()
    await expect.poll(order).toEqual([green, blue, red])
    await expect(part.getByRole('button', { name: t('screenshots.earlier', { number: 1 }) })).toBeDisabled()

    await all
      .first()
      .getByRole('button', { name: t('screenshots.describe') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('screenshots.alt'), { exact: true }).fill('A green meadow')
    await dialog.getByRole('button', { name: t('screenshots.describe') }).click()
    await expect(all.first().getByText('A green meadow')).toBeVisible()
    await expect(all.first().getByText(t('screenshots.described', { count: 1, all: 18 }))).toBeVisible()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await part.scrollIntoViewIfNeeded()
      await looksRight(page)
    }
    await all
      .nth(1)
      .getByRole('button', { name: t('screenshots.remove') })
      .click()
    await dialog.getByRole('button', { name: t('screenshots.remove') }).click()
    await expect.poll(order).toEqual([green, red])
    // Who is signed in was asked at the door, and a file was refused.
    onlyAtTheDoor(troubles)
  })

test('a picture is cropped by buttons, looked at where somebody says, and cropped anew from the whole', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { id } = await addDraft(db)
  await enterDemo(page, `/office/catalogue/${id}`)
  const part = page.locator('section#picture')
  const file = { name: 'wide.png', mimeType: 'image/png', buffer: await plain('#2080d0', 1600, 800) }
  await part.getByLabel(t('pictures.choose')).setInputFiles(file)
  const crop = part.getByRole('button', { name: t('crop.title') })
  await crop.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: t('crop.picture') })).toBeVisible()
  const area = dialog.getByRole('group', { name: t('crop.area') }).first()
  await expect(area).toBeVisible()
  for (const name of ['smaller', 'smaller', 'left', 'left'] as const)
    await dialog.getByRole('button', { name: t(`crop.${name}`), exact: true }).click()
  await dialog.getByLabel(t('crop.focus')).selectOption(t('crop.point.3'))
  await looksRight(page)
  await dialog.getByRole('button', { name: t('crop.take') }).click()
  await expect(dialog).toBeHidden()
  const kept = await db.one<{ width: number; height: number; cut: { x: number; focus: object } }>(sql`
    select u.width, u.height, u.cut from products p join uploads u on u.id = p.picture_id where p.id = ${id}`)
  expect(Math.round((kept.width / kept.height) * 100)).toBe(75)
  expect(kept.cut.focus).toEqual({ x: 1667, y: 5000 })
  await crop.click()
  await expect(dialog.getByLabel(t('crop.focus'))).toHaveValue('1667 5000')
  // Who is signed in was asked at the door.
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})
