// Rendered pages for visitors, kept in memory: the same URL, language and currency is the same page for everybody.
// Entries carry tags of what they show and are dropped when that changes; an entry past its age is still served once
// more while a fresh one is rendered behind the request. One render at a time per key.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export interface RenderedPage {
  status: number
  html: string
  headers: Record<string, string>
  /** What the page shows: `product:12`, `category:3`, `catalog`. Empty: not to be kept. */
  tags: string[]
}

export interface CachedPage {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Buffer
  gzip?: Buffer
  br?: Buffer
  tags: string[]
  bytes: number
  freshUntil: number
}

export interface PageCacheOptions {
  maxBytes: number
  maxAgeMs: number
}

export class PageCache {
  #entries = new Map<string, CachedPage>()
  #keysByTag = new Map<string, Set<string>>()
  #rendering = new Map<string, Promise<CachedPage>>()
  #bytes = 0
  // Counts drops: a render that began before a drop may show what was dropped, and is not kept.
  #epoch = 0
  #options: PageCacheOptions

  constructor(options: PageCacheOptions) {
    this.#options = options
  }

  /** The entry as it lies there, or undefined. Nothing is rendered, nothing waits: the fast path of the front door. */
  peek(key: string, now: number): { page: CachedPage; stale: boolean } | undefined {
    const page = this.#entries.get(key)
    if (!page) return undefined
    return { page, stale: page.freshUntil < now }
  }

  /** Renders unless somebody is rendering this key already, keeps the result when it may be kept. */
  async render(key: string, render: () => Promise<RenderedPage>, now: () => number): Promise<CachedPage> {
    const underWay = this.#rendering.get(key)
    if (underWay) return underWay
    const epoch = this.#epoch
    const work = (async () => {
      const page = await prepare(await render(), now() + this.#options.maxAgeMs)
      if (page.tags.length > 0 && page.status === 200 && epoch === this.#epoch) this.#keep(key, page)
      return page
    })()
    this.#rendering.set(key, work)
    try {
      return await work
    } finally {
      if (this.#rendering.get(key) === work) this.#rendering.delete(key)
    }
  }

  /** Drops every page that carries one of the tags. */
  drop(tags: string[]): void {
    this.#epoch++
    // A render under way started from the old state: the next visitor starts a new one instead of joining it.
    this.#rendering.clear()
    for (const tag of tags) for (const key of this.#keysByTag.get(tag) ?? []) this.#remove(key)
  }

  clear(): void {
    this.#epoch++
    this.#rendering.clear()
    this.#entries.clear()
    this.#keysByTag.clear()
    this.#bytes = 0
  }

  #keep(key: string, page: CachedPage) {
    this.#remove(key)
    this.#entries.set(key, page)
    this.#bytes += page.bytes
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    // Oldest first: Map keeps insertion order, and a refreshed page is inserted anew.
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string) {
    const page = this.#entries.get(key)
    if (!page) return
    this.#entries.delete(key)
    this.#bytes -= page.bytes
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

async function prepare(page: RenderedPage, freshUntil: number): Promise<CachedPage> {
  const plain = Buffer.from(page.html)
  // Quality 5 costs 2 ms on a home page where 11 costs 100. A redirect has nothing to compress.
  const [br, gz] =
    plain.length > 0
      ? await Promise.all([
          compressBrotli(plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
          }),
          compressGzip(plain, { level: 6 }),
        ])
      : []
  return {
    status: page.status,
    headers: page.headers,
    etag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
    plain,
    br,
    gzip: gz,
    tags: page.tags,
    bytes: plain.length + (br?.length ?? 0) + (gz?.length ?? 0),
    freshUntil,
  }
}
