// The shop's name, its promises and its first year are said once, by configuration and settings, and repeated everywhere.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'on', SHOP_NAME: 'Kiosk & Co', SUPPORT_EMAIL: 'help@kiosk.example' })
})
afterAll(() => shop.close())

const page = async (path: string) => (await fetch(shop.shop.origin + path)).text()
const PATHS = [
  '/',
  '/pc-games',
  '/rpg-games/elden-ring',
  '/checkout',
  '/news',
  '/about-us',
  '/contact-us',
  '/wholesale',
]
const PATHS_MORE = [
  '/sale',
  '/feedback',
  '/withdraw',
  '/newsletter',
  '/success-payment',
  '/search?name=game',
  '/conditions',
]

test.each([...PATHS, ...PATHS_MORE].flatMap((path) => ['en-US', 'ja', 'ar'].map((lang) => [path, lang])))(
  '%s in %s calls the shop by its own name and address alone',
  async (path, lang) => {
    const html = await page(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
    // What is left of the name is in addresses of the demo's networks, which are invented.
    expect(html.replace(/https:\/\/\w+\.example\/@?latchkey/g, '')).not.toMatch(/latchkey/i)
    expect(html).toContain('Kiosk &amp; Co')
    expect(html).not.toContain('{{')
  },
)

test('the shop sells under its name, which a feed, an icon’s page and the sellers’ list say too', async () => {
  expect(await shop.db.query(sql`select name from sellers where is_shop`)).toEqual([{ name: 'Kiosk & Co' }])
  expect(await page('/news/rss.xml')).toContain('Kiosk &amp; Co')
  expect(JSON.parse(await page('/manifest.webmanifest')).short_name).toBe('Kiosk & Co')
})

test('promises and the first year are settings, heard at once', async () => {
  const before = await page('/contact-us')
  expect(before).toContain('within 2 working days')
  expect(before).toContain('Support is there 24 hours a day')
  await shop.db.run(sql`
    update settings set value = v.value
    from (values ('promise.answerDays', '1'), ('promise.alwaysOpen', '0'), ('shop.since', '2019')) as v(key, value)
    where settings.key = v.key`)
  const after = await until(async () => {
    const html = await page('/contact-us')
    return html.includes('within 1 working day<') || html.includes('within 1 working day.') ? html : undefined
  }, 'the pages say the new promise')
  expect(after).not.toContain('Support is there 24 hours a day')
  expect(after).toContain('2019–')
  expect(await page('/?lang=de')).toContain('innerhalb von 1 Werktag')
  expect(await page('/')).not.toContain('around the clock')
})

test('where nobody wrote the hours the footer promises day and night only when the setting says so', async () => {
  const fresh = await openTestShop({ WORKER: 'off' })
  try {
    const promised = async () => (await (await fetch(fresh.shop.origin)).text()).includes('>24 hours a day, every day<')
    expect(await promised()).toBe(false)
    await fresh.db.run(sql`update settings set value = '1' where key = 'promise.alwaysOpen'`)
    await until(promised, 'it promises so')
  } finally {
    await fresh.close()
  }
})
