// What shoppers see of pictures that the operator gave the shop instead of those that it draws.
import type { APIRequestContext, Locator } from '@playwright/test'
import sharp from 'sharp'
import { bannerRows, setBannerPicture } from '#rooms/content/hands.ts'
import { storePicture, uploadedHash } from '#rooms/pictures/hands.ts'
import { setProductPicture } from '#rooms/products/hands.ts'
import { expect } from './support/fixtures.ts'
import { htmlOf } from './support/html.ts'
import { test } from './support/operator.ts'

test.describe.configure({ mode: 'default' })

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

const expectSent = (request: APIRequestContext, path: string, text: string) =>
  expect.poll(async () => (await htmlOf(request, path)).includes(text), `${path} shows ${text}`).toBe(true)

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
