// What every browser test has: the shop's address, the words of a language, and a page on which no error goes unheard.
import { readFileSync } from 'node:fs'
import { test as base, type ConsoleMessage, expect } from '@playwright/test'
import { LOCALES } from '../../src/platform/i18n/locales.ts'
import { createTranslate } from '../../src/platform/i18n/words.ts'

/** All of them, by the codes that `?lang=` takes. */
export const LANGUAGES: readonly string[] = LOCALES.map(({ code }) => code)

/** What pages are looked at in: the first, one of long words, one of ideographs, one from right to left. */
export const KEY_LANGUAGES = ['en-US', 'de', 'zh-CN', 'ar'] as const

export type Language = string

/** The interface's text for a dotted key, with its placeholders filled in. */
export type Words = (key: string, values?: Record<string, string | number>) => string

export const wordsOf = (language: Language): Words => wordsIn(`src/locales/${language}.json`, language)

/** Of a file of a language's words. */
export function wordsIn(file: string, language: Language): Words {
  const messages = JSON.parse(readFileSync(file, 'utf8'))
  const locale = LOCALES.find(({ code }) => code === language)!
  // The demo shop's name and promise, which stand in many texts.
  const translate = createTranslate<string>(locale, [messages], (name, say) =>
    name === 'shop' ? 'Latchkey' : name === 'within' ? say('promise.within', { count: 2 }) : undefined,
  )
  return (key, values) => {
    if (!translate.knows(key)) throw new Error(`there is no text ${key} in ${file}`)
    return translate(key, values)
  }
}

interface Fixtures {
  /** Console errors, page errors and policy violations; every test with a page ends by looking that there are none. */
  troubles: string[]
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
  // A page is drawn first and asks for its code then: whoever waits for its load waits until it is alive. What happens
  // before is tried where it is meant, by `waitUntil: 'commit'`.
  page: async ({ page, javaScriptEnabled, troubles }, use) => {
    const hear = (message: ConsoleMessage) => message.type() === 'error' && troubles.push(message.text())
    const note = (error: Error) => troubles.push(String(error))
    page.on('console', hear)
    page.on('pageerror', note)
    const { goto, reload } = page
    const alive = async <T>(answer: T, options?: { waitUntil?: string }) => {
      if (javaScriptEnabled && options?.waitUntil !== 'commit')
        await page.waitForFunction(isAlive, undefined, { polling: 50 })
      return answer
    }
    page.goto = async (url, options) => alive(await goto.call(page, url, options), options)
    page.reload = async (options) => alive(await reload.call(page, options), options)
    await use(page)
    page.off('console', hear)
    page.off('pageerror', note)
  },
  // It is asked for by the page, and not the other way round: a test without a page opens none.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  troubles: async ({}, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles).toEqual([])
  },
})

/** In the browser: whether this is no page of the shop, or one that React has taken over. */
function isAlive(): boolean | Promise<boolean> {
  const main = document.querySelector('html[data-locale] main')
  if (!main) return true
  if (!Object.keys(main).some((key) => key.startsWith('__reactProps'))) return false
  // Elements have their props before effects run, which come in slices of work after it. Between them are these rounds, which
  // neither a clock that is held nor a window that draws nothing can hold.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    let rounds = 0
    port1.onmessage = () => {
      if (++rounds < 10) return port2.postMessage(0)
      port1.close()
      resolve(true)
    }
    port2.postMessage(0)
  })
}

export { expect }

/** The address of a page in a language. */
export function inLanguage(path: string, language: Language): string {
  if (language === 'en-US') return path
  const [page, hash] = path.split('#')
  return `${page}${page!.includes('?') ? '&' : '?'}lang=${language}${hash ? `#${hash}` : ''}`
}
