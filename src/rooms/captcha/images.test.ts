import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { drawLetters } from './drawing.ts'
import { chooseLetters } from './images.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ CAPTCHAS_PER_MINUTE: '20' })
})
afterAll(() => shop.close())

const svgOf = (img: string) => Buffer.from(img.replace('data:image/svg+xml;base64,', ''), 'base64').toString()

test('the picture is one path of polygons: no text, no letter that can be read off', async () => {
  const answer = await shop.call('GET', '/captchaImage')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { uuid, img } = answer.body.data
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
  const svg = svgOf(img)
  expect(svg).not.toMatch(/<text|<title|<desc|<g|id=|font/)
  expect(svg.match(/<path/g)).toHaveLength(1)
  // Straight lines alone, so no curve tells a C from an X.
  expect(/ d="([^"]*)"/.exec(svg)![1]).toMatch(/^[MLZ\d .-]+$/)
  const { answer: kept } = await shop.db.one<{ answer: Buffer }>(
    sql`select answer from captcha_images where id = ${uuid}`,
  )
  expect(kept).toHaveLength(32)
})

test('five letters, by chance, none of which is taken for another', () => {
  const chosen = Array.from({ length: 2_000 }, chooseLetters)
  // 0 and O, 1 and I, 2 and Z, 5 and S, 6 and G, 8 and B, U and V, D, J and Q with what they are near.
  for (const letters of chosen) expect(letters).toMatch(/^[ACEFHKLMNPRTWXY349]{5}$/)
  expect(new Set(chosen).size).toBeGreaterThan(1_900)
  expect(new Set(chosen.join('')).size).toBeGreaterThan(16)
})

test('the same letters never look the same, nor have as many points', () => {
  const pictures = Array.from({ length: 20 }, () => drawLetters('HX4KR'))
  expect(new Set(pictures).size).toBe(20)
  expect(new Set(pictures.map((svg) => svg.split('L').length)).size).toBeGreaterThan(8)
  for (const svg of pictures) expect(svg.length).toBeLessThan(15_000)
})

test('no page shows one, and nothing fetches one ahead', async () => {
  expect((await shop.call('HEAD', '/captchaImage')).status).toBe(405)
  const ahead = await shop.call('GET', '/captchaImage', { headers: { 'sec-purpose': 'prefetch' } })
  expect(ahead.status).toBe(403)
})

test('so many a minute go to one address', async () => {
  await withinOneMinute(shop, async () => {
    const statuses = []
    for (let i = 0; i < 25; i++) statuses.push((await shop.call('GET', '/captchaImage')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
