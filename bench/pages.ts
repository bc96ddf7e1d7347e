// The pages as a phone meets them, in a real browser: what a first visit downloads, and Lighthouse's mobile profile with
// nothing in the browser's cache.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { ensureBrowser } from '../bin/browser.mjs'

/** One audit's blocking time depends on what the machine did meanwhile: the middle one counts. */
const AUDITS = 5

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface PageFigures {
  name: string
  /** Bytes on the wire of a first visit, until the network rests. */
  bytes: { html: number; javascript: number; css: number; words: number }
  /** Lighthouse's scores, 0 to 100, in the order of its categories. */
  scores: number[]
  lcpMs: number
  cls: number
  /** Whether the browser would keep the page for a step back. */
  bfcache: boolean
  /** Names of the audits that cost points. */
  lost: string[]
}

/** Home, category, product, and the checkout with something in the cart. */
export async function measurePages(origin: string): Promise<PageFigures[]> {
  const pages = [
    { name: 'home', path: '/' },
    { name: 'category', path: '/rpg-games' },
    { name: 'product', path: '/rpg-games/elden-ring' },
    { name: 'checkout', path: '/checkout' },
  ]
  const figures: PageFigures[] = []
  for (const { name, path } of pages) {
    figures.push(
      await inBrowser(async (context, port) => {
        if (name === 'checkout') await fillCart(context, origin)
        const bytes = await firstVisit(context, origin + path)
        const audits: Audit[] = []
        for (let run = 0; run < AUDITS; run++) audits.push(await audit(origin + path, port, name))
        audits.sort((a, b) => a.scores[0]! - b.scores[0]! || b.lcpMs - a.lcpMs)
        return { name, bytes, ...audits[(AUDITS - 1) / 2]! }
      }),
    )
  }
  return figures
}

export interface OfficeFigures {
  /** Of the first view of whoever is signed in, on the wire. */
  bytes: number
  /** Lighthouse's score of accessibility, 0 to 100, and the audits that cost points, by page, theme and width. */
  accessibility: { of: string; score: number; lost: string[] }[]
}

/** `pages`: addresses, `/office/sign-in` among them. `cookie`: of somebody who is signed in, `name=value`. */
export function measureOffice(origin: string, cookie: string, pages: readonly string[]): Promise<OfficeFigures> {
  return inBrowser(async (context, port) => {
    const [name, value] = cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: origin }])
    const { html, javascript, css, words } = await firstVisit(context, `${origin}/office/today`)
    const accessibility: OfficeFigures['accessibility'] = []
    for (const theme of ['light', 'dark']) {
      const page = await context.newPage()
      await page.goto(`${origin}/office/sign-in`)
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.close()
      for (const path of pages)
        for (const width of [390, 1280]) {
          const { score, lost } = await accessibilityOf(origin + path, port, width)
          accessibility.push({ of: `${path} ${theme} ${width}`, score, lost })
        }
    }
    return { bytes: html + javascript + css + words, accessibility }
  })
}

/** Cookies and the chosen theme stay. */
async function accessibilityOf(url: string, port: number, width: number) {
  const result = await lighthouse(url, {
    ...{ port, logLevel: 'error', onlyCategories: ['accessibility'], disableStorageReset: true },
    ...(width >= 1_000 && { formFactor: 'desktop' }),
    screenEmulation: { mobile: width < 1_000, width, height: 900, deviceScaleFactor: 1, disabled: false },
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  const { categories, audits } = result.lhr
  const { score, auditRefs } = categories.accessibility!
  const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
  return { score: Math.round((score ?? 0) * 100), lost }
}

/** A browser of its own each time: nothing is cached, nothing is left over. `port`: of its debugger. */
async function inBrowser<T>(work: (context: BrowserContext, port: number) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (await ensureBrowser()) || undefined,
    // Playwright switches the back/forward cache off; a visitor's browser has it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  })
  try {
    return await work(context, port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function fillCart(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(`${origin}/rpg-games/elden-ring`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await page.waitForFunction(() => document.cookie.includes('cartList='))
  await page.close()
}

async function firstVisit(context: BrowserContext, url: string): Promise<PageFigures['bytes']> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const bytes = { html: 0, javascript: 0, css: 0, words: 0 }
  const kinds = new Map<string, keyof typeof bytes>()
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = /^text\/html/.test(response.mimeType)
      ? 'html'
      : /javascript/.test(response.mimeType)
        ? 'javascript'
        : /css/.test(response.mimeType)
          ? 'css'
          : /\/assets\/[^/]+\.json$/.test(response.url)
            ? 'words'
            : undefined
    if (kind) kinds.set(requestId, kind)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
  return bytes
}

type Audit = Omit<PageFigures, 'name' | 'bytes'>

/** Lighthouse empties the cache first, and leaves the cookies: a cart stays full. */
async function audit(url: string, port: number, name: string): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // It keeps search engines out on purpose.
    skipAudits: name === 'checkout' ? ['is-crawlable'] : [],
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  const { categories, audits } = result.lhr
  const lost = CATEGORIES.flatMap((category) =>
    categories[category]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995).map(
      ({ id }) => id,
    ),
  )
  return {
    scores: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    bfcache: audits['bf-cache']?.score === 1,
    lost: [...new Set(lost)],
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
