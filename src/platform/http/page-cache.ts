// Rendered pages for visitors, kept in memory: the same address, language and currency is the same page for everybody.
// Entries carry tags of what they show and are outdated when that changes; an entry past its age is still served, for as
// long again, while a fresh one is rendered behind the request. One render at a time per key.
import { formsOf, type PageForm, type PageForms } from './page-forms.ts'

export interface RenderedPage {
  status: number
  html: string
  headers: Record<string, string>
  /** What the page shows: `p:12` (a product), `c:3` (a category), `content`. Empty: not to be kept. */
  tags: string[]
}

export interface CachedPage extends PageForms {
  status: number
  headers: Record<string, string>
  tags: string[]
  bytes: number
  freshUntil: number
  /** What it shows has changed since its render began: served to nobody who asks later, unless no other can be had. */
  outdated: boolean
}

export interface PageCacheOptions {
  maxBytes: number
  /** A page is fresh for so long, and served for as long again: what it shows may end by time alone, which nobody tells. */
  maxAgeMs: number
  /** For what is no page (not found, moved): kept apart, so that nobody drives out pages with addresses that he makes up. */
  otherMaxBytes: number
  otherMaxAgeMs: number
  /** How many pages are rendered at once: with more under way some wait, and compressing is quick. */
  atOnce: number
}

/** What an entry weighs beside its bytes and letters: objects, map slots. Measured at some 1.3 kB. */
const ENTRY_BYTES = 1_500

export class PageCache {
  #pages: Shelf
  #others: Shelf
  #rendering = new Map<string, Promise<CachedPage>>()
  // Counts drops: a render that began before a drop may show what was dropped, and is not kept.
  #epoch = 0
  #isPacking = false
  #options: PageCacheOptions

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#pages = new Shelf(options.maxBytes)
    this.#others = new Shelf(options.otherMaxBytes)
  }

  /** How much everything that is kept takes. */
  get bytes(): number {
    return this.#pages.bytes + this.#others.bytes
  }

  /** The entry as it lies there, or undefined. Nothing is rendered, nothing waits: the fast path of the front door. */
  peek(key: string, now: number): { page: CachedPage; stale: boolean } | undefined {
    const page = this.#pages.take(key)
    if (page) {
      if (page.freshUntil + this.#options.maxAgeMs < now) return undefined
      if (page.pack && !this.#isPacking && !this.#isBusy) void this.#pack(page, page.pack)
      return { page, stale: page.freshUntil < now }
    }
    const other = this.#others.take(key)
    // There may be a page by now: what is no page is not served past its age.
    return other && other.freshUntil >= now ? { page: other, stale: false } : undefined
  }

  /** The page as it was last known, outdated or not: for when a fresh one cannot be had (the database is away). */
  lastKnown(key: string): CachedPage | undefined {
    return this.#pages.lastKnown(key)
  }

  /** Renders unless somebody is rendering this key already, keeps the result when it may be kept. */
  async render(key: string, render: () => Promise<RenderedPage>, now: () => number): Promise<CachedPage> {
    const underWay = this.#rendering.get(key)
    if (underWay) return underWay
    const epoch = this.#epoch
    const work = (async () => {
      const rendered = await render()
      const isPage = rendered.status === 200
      const { maxAgeMs, otherMaxAgeMs } = this.#options
      const page = await prepare(rendered, now() + (isPage ? maxAgeMs : otherMaxAgeMs), key, this.#isBusy)
      page.outdated = epoch !== this.#epoch
      if (page.tags.length > 0 && page.status < 500 && !page.outdated) {
        if (isPage) this.#pages.keep(key, page)
        else this.#others.keep(key, page)
      }
      return page
    })()
    this.#rendering.set(key, work)
    try {
      return await work
    } finally {
      if (this.#rendering.get(key) === work) this.#rendering.delete(key)
    }
  }

  /** Whether somebody renders this key at this moment. */
  isRendering(key: string): boolean {
    return this.#rendering.has(key)
  }

  /** Every page that carries one of the tags is outdated; and what was no page may be one now. */
  drop(tags: string[]): void {
    this.#begin()
    this.#pages.outdate(tags)
  }

  /** Every page is outdated. */
  clear(): void {
    this.#begin()
    this.#pages.outdateAll()
  }

  get #isBusy() {
    return this.#rendering.size > this.#options.atOnce
  }

  /** What was compressed in a hurry and is asked for again. One page at a time. */
  async #pack(page: CachedPage, pack: () => Promise<PageForm>) {
    this.#isPacking = true
    try {
      page.br = await pack()
    } catch {
      // The quick form is whole, too.
    } finally {
      page.pack = undefined
      this.#isPacking = false
    }
  }

  #begin() {
    this.#epoch++
    // A render under way started from the old state: the next visitor starts a new one instead of joining it.
    this.#rendering.clear()
    this.#others.outdateAll()
  }
}

/** Entries up to a number of bytes; beyond it those that were not asked for longest go. */
class Shelf {
  bytes = 0
  /** The least recently asked for first. */
  #entries = new Map<string, CachedPage>()
  #keysByTag = new Map<string, Set<string>>()
  #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  take(key: string): CachedPage | undefined {
    const page = this.#entries.get(key)
    if (!page || page.outdated) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, page)
    return page
  }

  lastKnown(key: string): CachedPage | undefined {
    return this.#entries.get(key)
  }

  keep(key: string, page: CachedPage) {
    this.#remove(key)
    this.#entries.set(key, page)
    this.bytes += page.bytes
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  outdate(tags: string[]) {
    for (const tag of tags)
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const page = this.#entries.get(key)
        if (page) page.outdated = true
      }
  }

  outdateAll() {
    for (const page of this.#entries.values()) page.outdated = true
  }

  #remove(key: string) {
    const page = this.#entries.get(key)
    if (!page) return
    this.#entries.delete(key)
    this.bytes -= page.bytes
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

async function prepare(page: RenderedPage, freshUntil: number, key: string, isQuick: boolean): Promise<CachedPage> {
  const forms = await formsOf(page.html, isQuick)
  const { plain, br } = forms
  const letters = [key, ...Object.entries(page.headers).flat(), ...page.tags].reduce(
    (sum, text) => sum + text.length,
    0,
  )
  return {
    ...forms,
    status: page.status,
    headers: page.headers,
    tags: page.tags,
    // The key stands in one set per tag too, as a reference. gzip, if it comes, is a third larger than brotli.
    bytes: plain.body.length + Math.ceil((br?.body.length ?? 0) * 2.5) + letters + page.tags.length * 64 + ENTRY_BYTES,
    freshUntil,
    outdated: false,
  }
}
