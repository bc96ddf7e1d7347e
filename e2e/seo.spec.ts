// What search engines, chats and feeds are told of every page, as it stands in the server's HTML.
import sharp from 'sharp'
import { LOCALES } from '#platform/i18n/locales.ts'
import { faultsOf, type PageKind } from '#rooms/discovery/structured-data.testing.ts'
import { expect, test } from './support/fixtures.ts'
import { anArticle, headOf, htmlOf } from './support/html.ts'

const PAGES: [kind: PageKind, path: string][] = [
  ['home', '/'],
  ['category', '/pc-games'],
  ['category', '/rpg-games'],
  ['category', '/pc-games?page=2'],
  ['product', '/rpg-games/elden-ring'],
  ['product', '/steam-wallet/steam-gift-card-usd'],
  ['newsList', '/news'],
  ['news', 'the newest piece of news'],
  ['content', '/about-us'],
  ['content', '/contact-us'],
  ['content', '/condition'],
  ['content', '/privacy-policy'],
  ['content', '/refund-policy'],
  ['content', '/shipping'],
  ['content', '/affiliate'],
  ['content', '/accessibility'],
  ['form', '/feedback'],
  ['form', '/wholesale'],
  ['form', '/sale'],
  ['form', '/withdraw'],
]
const LANGUAGES = ['en-US', 'de', 'ar', 'zh-CN', 'zh_tw', 'cz']

const inLanguage = (path: string, code: string) =>
  code === 'en-US' ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${code}`

for (const [kind, named] of PAGES) {
  test(`${named} says in every language what it is and where it stands`, async ({ page, request, baseURL }) => {
    const path = kind === 'news' ? await anArticle(request) : named
    const expected = [
      ...LOCALES.map(({ code, tag }) => [tag, `${baseURL}${inLanguage(path, code)}`]),
      ['x-default', `${baseURL}${path}`],
    ]
    const titles = new Set<string>()
    for (const code of LANGUAGES) {
      const address = inLanguage(path, code)
      const head = await headOf(page, await htmlOf(request, address))
      const tag = LOCALES.find((locale) => locale.code === code)!.tag
      expect(head.lang, address).toBe(tag)
      expect(head.titles, address).toHaveLength(1)
      titles.add(head.titles[0]!)
      expect(head.meta.description, address).toHaveLength(1)
      expect(head.meta.description![0]!.length, address).toBeGreaterThan(20)
      expect(head.meta.robots, address).toBeUndefined()
      expect(head.canonical, address).toEqual([`${baseURL}${address}`])
      // Every language names every other: what one says of the rest, each of the rest says too.
      expect(head.alternates, address).toEqual(expected)
      expect(head.meta, address).toMatchObject({
        'og:site_name': ['Latchkey'],
        'og:url': [`${baseURL}${address}`],
        'og:type': [kind === 'product' ? 'product' : kind === 'news' ? 'article' : 'website'],
        'og:description': head.meta.description,
        'og:image:width': ['1200'],
        'og:image:height': ['630'],
        'twitter:card': ['summary_large_image'],
      })
      expect(head.meta['og:title']?.[0]?.length, address).toBeGreaterThan(0)
      expect(head.meta['og:image:alt']?.[0]?.length, address).toBeGreaterThan(0)
      expect(head.meta['og:locale']![0], address).toMatch(new RegExp(`^${tag.split('-')[0]}_[A-Z]{2}$`))
      expect(new Set(head.meta['og:locale:alternate']).size, address).toBe(17)
      expect(head.data, address).toHaveLength(1)
      expect(faultsOf(head.data[0], kind), address).toEqual([])
      expect(JSON.stringify(head.data[0]), address).toContain(`"inLanguage":"${tag}"`)
    }
    expect(titles.size).toBeGreaterThan(1)
  })
}

test('the prices that are told are the prices that are shown, in the currency of the page', async ({ page }) => {
  for (const [code, currency, symbol] of [
    ['en-US', 'USD', '$'],
    ['de', 'EUR', '€'],
  ] as const) {
    await page.goto(inLanguage('/rpg-games/elden-ring', code))
    const { data } = await headOf(page)
    const nodes = (data[0] as { '@graph': { '@type': string; offers?: Record<string, string> }[] })['@graph']
    const { offers } = nodes.find((node) => node['@type'] === 'Product')!
    expect(offers?.priceCurrency).toBe(currency)
    await expect(page.getByText(`${symbol}\u00a0${offers?.lowPrice}`).first()).toBeVisible()
  }
})

test('the picture of a shared link is a JPEG of 1200 × 630 under an address of its own', async ({ page, request }) => {
  const pictures = new Set<string>()
  for (const path of [
    '/',
    '/?lang=zh-CN',
    '/rpg-games',
    '/rpg-games?lang=ru',
    '/rpg-games/elden-ring',
    await anArticle(request),
  ]) {
    const { meta } = await headOf(page, await htmlOf(request, path))
    const address = meta['og:image']![0]!
    pictures.add(address)
    const answer = await request.get(address, { maxRedirects: 0 })
    expect(answer.status(), address).toBe(200)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { format, width, height, size } = await sharp(await answer.body()).metadata()
    expect({ format, width, height }, address).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    // Chats give up on large ones: WhatsApp at 600 kB.
    expect(size, address).toBeLessThan(200_000)
  }
  expect(pictures.size).toBe(6)
})

test('an older address of a picture leads to today’s, one of nothing does not', async ({ page, request }) => {
  const { meta } = await headOf(page, await htmlOf(request, '/rpg-games/elden-ring'))
  const address = meta['og:image']![0]!
  const older = await request.get(address.replace(/-[0-9a-f]{10}/, '-0123456789'), { maxRedirects: 0 })
  expect(older.status()).toBe(302)
  expect(address.endsWith(older.headers().location!)).toBe(true)
  for (const path of ['products/999999-0123456789.jpg', 'categories/3-0123456789-xx.jpg', 'orders/1-0123456789.jpg'])
    expect((await request.get(`/media/og/${path}`)).status(), path).toBe(404)
})

const HIDDEN = ['/search?name=witcher', '/checkout', '/success-payment?order_id=1', '/newsletter', '/pc-games?page=999']
for (const path of HIDDEN) {
  test(`${path} asks search engines to leave it out, and can be shared all the same`, async ({ page, request }) => {
    const head = await headOf(page, await htmlOf(request, path))
    expect(head.meta.robots).toEqual(['noindex'])
    expect(head).toMatchObject({ canonical: [], alternates: [], data: [] })
    expect(head.meta['og:image']).toHaveLength(1)
    expect(head.titles).toHaveLength(1)
  })
}

test('narrowed and sorted lists and chosen versions are the page itself to a search engine', async ({
  page,
  request,
  baseURL,
}) => {
  for (const [path, proper] of [
    ['/pc-games?sort=2&stock=0', '/pc-games'],
    ['/pc-games?page=2', '/pc-games?page=2'],
    // Its second page is not the shelf's second page.
    ['/pc-games?size=20&page=2', '/pc-games'],
    ['/pc-games?sort=2&page=2', '/pc-games'],
    ['/rpg-games/elden-ring?sku=24', '/rpg-games/elden-ring'],
    ['/rpg-games/elden-ring?lang=en-US', '/rpg-games/elden-ring'],
    ['/?utm_source=x', '/'],
  ] as const) {
    const { canonical } = await headOf(page, await htmlOf(request, path))
    expect(canonical, path).toEqual([`${baseURL}${proper}`])
  }
})

test('one page, one address: slashes, capitals and unknown languages lead there for good', async ({ request }) => {
  for (const [path, proper] of [
    ['/pc-games/', '/pc-games'],
    ['/PC-Games?sort=2', '/pc-games?sort=2'],
    ['/rpg-games//elden-ring', '/rpg-games/elden-ring'],
    ['/newsinfo?id=1', '/newsInfo?id=1'],
    ['/pc-games?lang=xx', '/pc-games'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], path).toEqual([301, proper])
  }
})

test('every answer has the status that is true', async ({ request, page }) => {
  const status = async (method: string, path: string) =>
    (await request.fetch(path, { method, maxRedirects: 0 })).status()
  for (const method of ['GET', 'HEAD']) {
    expect(await status(method, '/pc-games')).toBe(200)
    expect(await status(method, '/rpg-games/no-such-game')).toBe(404)
    expect(await status(method, '/newsInfo?id=99999')).toBe(404)
    expect(await status(method, '/newsInfo')).toBe(404)
    expect(await status(method, '/a/b/c')).toBe(404)
    // Specification §8: a category that is not known leads home.
    expect(await status(method, '/no-such-shelf')).toBe(302)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await request.fetch('/pc-games', { method })
    expect([answer.status(), answer.headers().allow], method).toEqual([405, 'GET, HEAD'])
  }
  const missing = await headOf(page, await htmlOf(request, '/rpg-games/no-such-game', 404))
  expect(missing).toMatchObject({ canonical: [], alternates: [], data: [] })
  const head = await request.fetch('/pc-games?lang=de', { method: 'HEAD' })
  expect(head.headers()).toMatchObject({
    'content-language': 'de',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding, accept-language, cookie',
  })
})

test('what the server said stays when the page comes alive, and goes when another page comes', async ({
  page,
  baseURL,
}) => {
  await page.goto('/rpg-games')
  const alive = await headOf(page)
  expect(alive.alternates).toHaveLength(19)
  expect(alive.canonical).toEqual([`${baseURL}/rpg-games`])
  expect(faultsOf(alive.data[0], 'category')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Elden Ring' }).first().click()
  await expect(page).toHaveURL(/elden-ring/)
  await expect(page).toHaveTitle(/Elden Ring/)
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([`${baseURL}/rpg-games/elden-ring`])
  const moved = await headOf(page)
  expect(moved).toMatchObject({ alternates: [], data: [] })
  expect(moved.meta['og:url']).toBeUndefined()
})

test('the browser’s own frame has the colour of the header, in the theme that was chosen', async ({ page }) => {
  const colours = () =>
    page.evaluate(() => {
      const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      const header = getComputedStyle(document.querySelector('header .bg-surface') ?? document.body).backgroundColor
      const brush = document.createElement('canvas').getContext('2d')!
      const pixel = (colour: string) => {
        brush.fillStyle = colour
        brush.fillRect(0, 0, 1, 1)
        return [...brush.getImageData(0, 0, 1, 1).data].join()
      }
      const frame = tags.filter((tag) => matchMedia(tag.media).matches).map((tag) => pixel(tag.content))
      return { frame, header: [pixel(header)] }
    })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const light = await colours()
  expect(light.frame).toEqual(light.header)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  const dark = await colours()
  expect(dark.frame).toEqual(dark.header)
  expect(dark.frame).not.toEqual(light.frame)
})
