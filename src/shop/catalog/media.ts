// Pictures of products and banners: drawn when they are first asked for, kept in the data directory, served for ever.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { NO_CONTENT_POLICY } from '#platform/http/security.ts'
import type { Log } from '#platform/log.ts'
import { posterSubject } from './cards.ts'
import type { Catalogue, Shelves } from './live.ts'
import { BANNER_WIDTHS, bannerPath, POSTER_WIDTHS, posterPath } from './pictures.ts'
import { cardRows, type SkuRow, skuRows } from './store.ts'

const PATH = /^\/media\/(products|banners)\/(\d{1,9})-([0-9a-f]{10}(?:-rtl)?)\/(\d{3,4})\.(avif|webp)$/
// Drawing uses a core for some 60 ms; the other one stays with the shoppers.
const DRAWING_AT_ONCE = 1

interface Picture {
  /** Where it stands today; an older address redirects there. */
  path: string
  svg(): Promise<string>
}

export function createMedia({
  db,
  catalogue,
  dataDir,
  log,
}: {
  db: Database
  catalogue: Catalogue
  dataDir: string
  log: Log
}) {
  const drawing = new Map<string, Promise<Buffer>>()
  let free = DRAWING_AT_ONCE
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  async function product(id: number): Promise<Picture | undefined> {
    const [row] = await cardRows(db, [id], 'en-US')
    if (!row) return undefined
    const subject = posterSubject(row, catalogue.shelves)
    return {
      path: posterPath(id, subject),
      svg: async () => {
        const { posterSvg } = await import('#platform/posters/poster.ts')
        return posterSvg({ ...subject, ...smallLines(row.type, await skuRows(db, id), catalogue.shelves) })
      },
    }
  }

  function banner(id: number, mirrored: boolean): Picture | undefined {
    const row = catalogue.shelves.banners.find((candidate) => candidate.id === id)
    if (!row) return undefined
    const { genre, seed } = row
    return {
      path: bannerPath(id, row, mirrored),
      svg: async () => (await import('#platform/posters/banner.ts')).bannerSvg({ genre, seed, mirrored }),
    }
  }

  async function draw(file: string, picture: Picture, width: number, format: 'avif' | 'webp'): Promise<Buffer> {
    const bytes = await inTurn(async () => {
      const { renderPoster } = await import('#platform/posters/render.ts')
      return renderPoster(await picture.svg(), { width, format })
    })
    // Written aside and moved: a reader never sees half a picture. Without a place to write, it is drawn again next time.
    const aside = `${file}.${randomUUID()}`
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(aside, bytes)
      await rename(aside, file)
    } catch (err) {
      log.warn({ err }, 'a picture could not be kept')
    }
    return bytes
  }

  /** GET /media/{products|banners}/{id}-{hash}/{width}.{avif|webp} */
  return async function answer(request: Request): Promise<Response | undefined> {
    const [, kind, id, hash, size, format] = PATH.exec(new URL(request.url).pathname) ?? []
    if (!kind || !id || !hash || !size || !format) return undefined
    const width = Number(size)
    const widths: readonly number[] = kind === 'products' ? POSTER_WIDTHS : BANNER_WIDTHS
    if (!widths.includes(width)) return undefined
    const name = `${id}-${hash}`
    const file = join(dataDir, 'media', kind, String(Number(id) % 100), name, `${width}.${format}`)
    const kept = await readFile(file).catch(() => undefined)
    if (kept) return serve(kept, format)
    const picture = kind === 'products' ? await product(Number(id)) : banner(Number(id), hash.endsWith('-rtl'))
    if (!picture) return undefined
    const today = picture.path.split('/').at(-2)
    if (today !== name)
      return new Response(null, { status: 302, headers: { location: `/media/${kind}/${today}/${width}.${format}` } })
    let work = drawing.get(file)
    if (!work) {
      work = draw(file, picture, width, format as 'avif' | 'webp').finally(() => drawing.delete(file))
      drawing.set(file, work)
    }
    return serve(await work, format)
  }
}

function serve(bytes: Buffer, format: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `image/${format}`,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': NO_CONTENT_POLICY,
    },
  })
}

/** Platforms under a game or account; on a card its region, if it has one, and its best-known amount. */
function smallLines(type: number, skus: SkuRow[], shelves: Shelves): { subtitle?: string; figure?: string } {
  const name = (id: number | null) => shelves.facets.get(id ?? -1)?.name['en-US']
  if (type !== 1) {
    const platforms = [...new Set(skus.map((sku) => name(sku.platformIds[0] ?? null)).filter(Boolean))]
    return { subtitle: platforms.slice(0, 2).join(' · ') }
  }
  const regions = [...new Set(skus.map((sku) => name(sku.regionId)))]
  const amounts = skus.map((sku) => sku.denomination).filter((amount) => amount !== null)
  return {
    subtitle: regions.length === 1 ? regions[0] : undefined,
    figure: amounts[amounts.length > 2 ? 1 : 0]?.replace(/ months?$/, '\u00a0mo').replace(/ .*$/, ''),
  }
}
