// What shoppers see of pictures that the operator gave the shop instead of those that it draws.
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { bannerRows, setBannerPicture } from '#rooms/content/hands.ts'
import { storePicture, uploadedHash } from '#rooms/pictures/hands.ts'
import { setProductPicture } from '#rooms/products/hands.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { expectSent, htmlOf } from './support/html.ts'
import { test } from './support/operator.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')

/** A sun over hills, its sky of this colour: wider than a cover, as photographs are. */
const landscape = (sky: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="${sky}"/>` +
        `<circle cx="800" cy="380" r="170" fill="#ffd94a"/><path d="M0 700Q400 450 800 640T1600 560V1000H0Z" fill="#1d6b3a"/>` +
        `<path d="M0 840Q500 640 1000 800T1600 760V1000H0Z" fill="#0f4a2a"/></svg>`,
    ),
  )
    .jpeg({ quality: 92 })
    .toBuffer()

/** Its own width in pixels, and the colour in its middle, as the browser has decoded it. */
const seen = (img: Locator) =>
  img.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const pixels = document.createElement('canvas').getContext('2d')!
    const bitmap = await createImageBitmap(image)
    pixels.drawImage(bitmap, bitmap.width / 2, bitmap.height * 0.38, 1, 1, 0, 0, 1, 1)
    const [red, green, blue] = pixels.getImageData(0, 0, 1, 1).data
    return { shape: Math.round((bitmap.width / bitmap.height) * 100), isSun: red! > 200 && green! > 160 && blue! < 140 }
  })

test('a product’s uploaded picture stands on its page, in a list and in the search, and goes as it came', async ({
  page,
  request,
  operated: { db },
}) => {
  const id = await storePicture(db, await landscape('#5aa9e6'))
  await setProductPicture(db, 'elden-ring', id)
  const name = `-${uploadedHash(id)}/`
  const [list, detail] = ['/search?name=elden%20ring', '/rpg-games/elden-ring']
  for (const path of [list, detail]) await expectSent(request, path, name)

  await page.goto(list)
  const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Elden Ring' }).first().locator('img')
  await expect(card).toHaveJSProperty('complete', true)
  expect(await card.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(name)
  expect(await seen(card)).toEqual({ shape: 75, isSun: true })

  await page.goto(detail)
  const cover = page.getByRole('main').locator(`img[src*="${name}"]`).first()
  await expect(cover).toBeVisible()
  expect(await seen(cover)).toEqual({ shape: 75, isSun: true })

  await setProductPicture(db, 'elden-ring', null)
  await expect.poll(async () => (await htmlOf(request, detail)).includes(name), 'it is drawn again').toBe(false)
  await page.reload()
  await expect(page.getByRole('main').locator(`img[src*="${name}"]`)).toHaveCount(0)
})

test('the words on a bright uploaded banner are readable, from the left and from the right', async ({
  page,
  request,
  operated: { db },
}) => {
  const [first] = await bannerRows(db)
  const id = await storePicture(db, await landscape('#ffffff'))
  await setBannerPicture(db, first!.id, id, false)
  const name = `-${uploadedHash(id)}`
  for (const [path, file] of [
    ['/', `${name}/`],
    ['/?lang=ar', `${name}-rtl/`],
  ] as const) {
    await expectSent(request, path, file)
    await page.goto(path)
    const banner = page.locator(`img[src*="${file}"]`).first()
    await expect(banner).toBeVisible()
    // Where the words begin it is dark, whatever was uploaded; at the other end it is what it was.
    const [under, beside] = await banner.evaluate(async (image: HTMLImageElement, rtl) => {
      await image.decode()
      const bitmap = await createImageBitmap(image)
      const pixels = document.createElement('canvas').getContext('2d')!
      return [0.1, 0.97].map((at) => {
        pixels.drawImage(bitmap, bitmap.width * (rtl ? 1 - at : at), bitmap.height * 0.1, 1, 1, 0, 0, 1, 1)
        return Math.max(...pixels.getImageData(0, 0, 1, 1).data.slice(0, 3))
      })
    }, file.includes('rtl'))
    expect(under).toBeLessThan(95)
    expect(beside).toBeGreaterThan(240)
  }
})

/** Three screenshots of a product, the second as high as a telephone; what two of them show is said. */
async function showInside(db: Database, slug: string) {
  const files = [await landscape('#5aa9e6'), await landscape('#d98c5f'), await landscape('#7a5fc0')]
  const tall = await sharp(files[1]).resize(900, 1600, { fit: 'cover' }).jpeg().toBuffer()
  const alts = ['{"en-US":"A sun over hills","ar":"شمس فوق التلال"}', '{"en-US":"Hills in the evening"}', '{}']
  for (const [index, file] of [files[0]!, tall, files[2]!].entries()) {
    const id = await storePicture(db, file)
    await db.run(sql`
      insert into screenshots (product_id, picture_id, position, alt)
      select id, ${id}, ${index}, ${alts[index]!}::jsonb from products where slug = ${slug} on conflict do nothing`)
  }
}

test('screenshots stand on the product’s page without moving it, and the whole ones are links without scripts', async ({
  browser,
  operated: { db, origin },
  request,
}) => {
  await showInside(db, 'hollow-knight')
  const path = '/indie-games/hollow-knight'
  await expectSent(request, path, '/media/screenshots/')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  const part = page.getByRole('region', { name: t('product.screenshots.title') })
  const links = part.getByRole('link')
  await expect(links).toHaveCount(3)
  expect(await links.first().getByRole('img').getAttribute('alt')).toBe('A sun over hills')
  const box = await links.first().locator('img').boundingBox()
  expect(Math.round((box!.width / box!.height) * 9)).toBe(16)
  await expect(links.last()).toHaveAccessibleName(t('product.screenshots.one', { number: 3, count: 3 }))
  const whole = await request.get((await links.nth(1).getAttribute('href'))!)
  const { width, height } = await sharp(await whole.body()).metadata()
  expect([width, height]).toEqual([900, 1600])
  await context.close()
})

for (const language of ['en-US', 'ar'] as const)
  test(`a screenshot is looked at whole, turned over by keyboard and closed (${language})`, async ({
    page,
    request,
    operated: { db },
  }) => {
    const say = wordsOf(language)
    await showInside(db, 'hollow-knight')
    const path = inLanguage('/indie-games/hollow-knight', language)
    await expectSent(request, path, '/media/screenshots/')
    await page.goto(path)
    const part = page.getByRole('region', { name: say('product.screenshots.title') })
    await part.scrollIntoViewIfNeeded()
    const first = part.getByRole('link').first()
    const dialog = page.getByRole('dialog', { name: say('product.screenshots.title') })
    await first.focus()
    // Until its code is there, it is a plain link.
    const isAlive = (link: Element) => Object.keys(link).some((key) => key.startsWith('__reactProps'))
    await expect.poll(() => first.evaluate(isAlive)).toBe(true)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    expect(page.url()).toContain('/hollow-knight')
    const at = (number: number) => expect(dialog.getByText(say('home.slide', { number, count: 3 }))).toBeVisible()
    await at(1)
    const [forwards, back] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    await page.keyboard.press(forwards!)
    await at(2)
    expect(await axe(page)).toEqual([])
    // Nothing of it sticks out, however high it is.
    const image = dialog.getByRole('img')
    await expect(image).toHaveJSProperty('complete', true)
    const { height } = page.viewportSize()!
    const box = (await image.boundingBox())!
    expect([box.y >= 0, box.y + box.height <= height]).toEqual([true, true])
    await page.keyboard.press(back!)
    await page.keyboard.press(back!)
    await at(3)
    await dialog.getByRole('button', { name: say('home.nextSlide') }).click()
    await at(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(first).toBeFocused()
    expect(await tooWide(page)).toEqual([])
  })
