// Reads pages as crawlers do: the server's HTML, parsed by the browser, without running any of it.
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export interface Head {
  lang: string
  titles: string[]
  /** By name or property, in their order. */
  meta: Record<string, string[]>
  canonical: string[]
  /** BCP 47 tag and address. */
  alternates: [tag: string, href: string][]
  data: unknown[]
}

export async function htmlOf(request: APIRequestContext, path: string, status = 200): Promise<string> {
  const answer = await request.get(path, { maxRedirects: 0 })
  expect(answer.status(), path).toBe(status)
  return answer.text()
}

/** Until the shop sends this text under that address: it has heard of a change. */
export const expectSent = (request: APIRequestContext, path: string, text: string) =>
  expect.poll(async () => (await htmlOf(request, path)).includes(text), `${path} has “${text}”`).toBe(true)

/** What stands in the head of a document: of this HTML, or without any of the page as it is now. */
export function headOf(page: Page, html?: string): Promise<Head> {
  return page.evaluate((text) => {
    const doc = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html')
    const all = <E extends Element>(selector: string) => [...doc.head.querySelectorAll<E>(selector)]
    const meta: Record<string, string[]> = {}
    for (const tag of all<HTMLMetaElement>('meta[content]')) {
      const name = tag.getAttribute('name') ?? tag.getAttribute('property') ?? ''
      meta[name] ??= []
      meta[name].push(tag.content)
    }
    return {
      lang: doc.documentElement.lang,
      titles: all('title').map((title) => title.textContent ?? ''),
      meta,
      canonical: all('link[rel=canonical]').map((link) => link.getAttribute('href') ?? ''),
      alternates: all('link[hreflang]').map((link): [string, string] => [
        link.getAttribute('hreflang') ?? '',
        link.getAttribute('href') ?? '',
      ]),
      data: all('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent ?? '')),
    }
  }, html)
}

/** The address of the newest piece of news. */
export async function anArticle(request: APIRequestContext): Promise<string> {
  const { rows } = (await (await request.get('/prod-api/api/bottom/news')).json()) as { rows: { id: number }[] }
  return `/newsInfo?id=${rows[0]!.id}`
}
