// Every link of the shop leads somewhere, from the home page on; every picture and file that a page names is there.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FULL } from './support/matrix.ts'
import { test } from './support/members.ts'
import { open, PAGES } from './support/pages.ts'

/** What a page names, as addresses without their origin. */
interface Named {
  links: string[]
  /** Ids that its own links point to, and those that it has. */
  wanted: string[]
  ids: string[]
  files: string[]
}

const MOST_PAGES = 400
// Personal, or no pages: one look is enough, what they link to is another test's business.
const NOT_FOLLOWED = /^\/(prod-api|sandbox|media|assets|pay-return|checkout|success-payment|search)(\/|\?|$)/

function named(page: Page, html: string, origin: string): Promise<Named> {
  return page.evaluate(
    ([text, base]) => {
      const doc = new DOMParser().parseFromString(text, 'text/html')
      const own = (href: string | null) => {
        const url = href === null ? null : URL.parse(href, base)
        return url && url.origin === new URL(base).origin ? url.pathname + url.search : undefined
      }
      const all = (selector: string, attribute: string) =>
        [...doc.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '')
      const sets = [...all('[srcset]', 'srcset'), ...all('[imagesrcset]', 'imagesrcset')].flatMap((set) =>
        set.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? ''),
      )
      const files = [
        ...all('img', 'src'),
        ...all('script[src]', 'src'),
        ...all('link[href]:not([rel=canonical], [rel=alternate])', 'href'),
        ...sets,
      ]
      const hrefs = all('a[href]', 'href')
      const defined = (list: (string | undefined)[]) => [...new Set(list.filter((one) => one !== undefined))]
      return {
        links: defined(hrefs.filter((href) => !href.startsWith('#')).map(own)),
        wanted: hrefs
          .filter((href) => href.length > 1 && href.startsWith('#'))
          .map((href) => decodeURIComponent(href.slice(1))),
        ids: all('[id]', 'id'),
        files: defined(files.filter(Boolean).map(own)),
      }
    },
    [html, origin] as const,
  )
}

async function walk(page: Page, request: APIRequestContext, origin: string, start: string) {
  const faults: string[] = []
  const files = new Set<string>()
  const seen = new Set([start])
  const queue = [start]
  for (let path = queue.shift(); path !== undefined && seen.size <= MOST_PAGES * 4; path = queue.shift()) {
    if (seen.size - queue.length > MOST_PAGES) break
    const answer = await request.get(path, { maxRedirects: 0 })
    const status = answer.status()
    if (status === 301) {
      const onward = URL.parse(answer.headers().location ?? '', origin + path)
      const next = onward && onward.origin === origin ? onward.pathname + onward.search : undefined
      if (next && !seen.has(next)) queue.push(next)
      if (next) seen.add(next)
      continue
    }
    if (status !== 200) {
      faults.push(`${path} answers ${status}`)
      continue
    }
    if (!answer.headers()['content-type']?.startsWith('text/html') || NOT_FOLLOWED.test(path)) continue
    const found = await named(page, await answer.text(), origin)
    for (const id of found.wanted)
      if (!found.ids.includes(id)) faults.push(`${path} points to #${id}, which is not there`)
    for (const id of found.ids.filter((id, at) => found.ids.indexOf(id) !== at)) faults.push(`${path} has #${id} twice`)
    for (const file of found.files) files.add(file)
    for (const link of found.links) {
      // Choices of a list are without end; their pages are the same page.
      if (seen.has(link) || /[?&](platform|region|genre|language|stock|sort|size|high|low)=/.test(link)) continue
      seen.add(link)
      queue.push(link)
    }
  }
  return { faults, files, pages: seen.size }
}

// Only the words differ by language: another one is walked in the full matrix.
for (const start of FULL ? ['/', '/?lang=ar'] : ['/']) {
  test(`from ${start} every link, anchor and file is there`, async ({ page, request, baseURL }) => {
    test.setTimeout(300_000)
    const { faults, files, pages } = await walk(page, request, baseURL!, start)
    expect(faults).toEqual([])
    // The demo shop: some 130 products and 30 categories.
    expect(pages).toBeGreaterThan(150)
    const missing: string[] = []
    // Each picture is drawn when first asked for; one of each would draw them all.
    const drawn = [...files].filter((file) => file.startsWith('/media/products/'))
    const sample = new Set(drawn.filter((_, at) => at % Math.ceil(drawn.length / 40) === 0))
    for (const file of files) {
      if (file.startsWith('/media/products/') && !sample.has(file)) continue
      const answer = await request.get(file, { maxRedirects: 0 })
      if (answer.status() !== 200) missing.push(`${file} answers ${answer.status()}`)
    }
    expect(missing).toEqual([])
  })
}

test('every page of the sitemap answers, and is the page that it says', async ({ request, baseURL }) => {
  test.setTimeout(300_000)
  const locs = async (path: string) =>
    [...(await (await request.get(path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) =>
      loc!.replaceAll('&amp;', '&'),
    )
  const files = await locs('/sitemap.xml')
  expect(files.length).toBeGreaterThanOrEqual(18 * 4)
  const faults: string[] = []
  let looked = 0
  for (const [n, file] of files.entries()) {
    const addresses = await locs(file)
    // English whole, of every other language a few.
    const step = file.includes('-en-US') ? 1 : Math.ceil(addresses.length / 3)
    for (const address of addresses.filter((_, at) => (at + n) % step === 0)) {
      const answer = await request.get(address, { maxRedirects: 0 })
      const html = await answer.text()
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      if (answer.status() !== 200 || canonical !== address) faults.push(`${address}: ${answer.status()}, ${canonical}`)
      looked++
    }
  }
  expect(faults).toEqual([])
  expect(looked).toBeGreaterThan(200)
  expect(baseURL && files.every((file) => file.startsWith(`${baseURL}/sitemaps/`))).toBe(true)
})

// What a page shows of one person is drawn in his browser: no walk from outside comes there.
for (const shown of PAGES.filter(({ path }) => typeof path !== 'string')) {
  test(`${shown.name}: every link and anchor that its reader sees is there`, async ({ page, db, baseURL }) => {
    await open(page, db, shown)
    const { wanted, ids, links } = await named(
      page,
      await page.locator('main').evaluate((main) => main.outerHTML),
      baseURL!,
    )
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([])
    const faults: string[] = []
    for (const link of links) {
      const answer = await page.context().request.get(link, { maxRedirects: 0 })
      if (answer.status() !== 200) faults.push(`${link} answers ${answer.status()}`)
    }
    expect(faults).toEqual([])
  })
}
