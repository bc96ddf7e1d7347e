// Pictures of products, banners and news: drawn when they are first asked for, kept in the data directory, served for ever.
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { NEWS_PICTURE_WIDTHS, newsPicturePath } from '#rooms/content/news-picture.ts'
import { newsPictureRow } from '#rooms/content/store.ts'
import type { Catalogue } from '#rooms/products/live.ts'
import { BANNER_WIDTHS, bannerPath, POSTER_WIDTHS } from '#rooms/products/pictures.ts'
import { productPoster, skuPoster } from '#rooms/products/product-poster.ts'
import { type Asked, type KeptPictures, refusePicture, servePicture } from './kept.ts'

const PATH = /^\/media\/(products|skus|banners|news)\/(\d{1,9})-([0-9a-f]{10}(?:-rtl)?)\/(\d{3,4})\.(avif|webp)$/

const WIDTHS: Record<string, readonly number[]> = {
  products: POSTER_WIDTHS,
  skus: POSTER_WIDTHS,
  banners: BANNER_WIDTHS,
  news: NEWS_PICTURE_WIDTHS,
}

/** One that is drawn before anybody asks for it. */
export interface AheadPicture {
  kind: 'products' | 'banners'
  id: number
  width: number
}

interface Picture {
  /** Where it stands today; an older address redirects there. */
  path: string
  svg(): Promise<string>
}

export function createMedia({
  db,
  catalogue,
  pictures,
}: {
  db: Database
  catalogue: Catalogue
  pictures: KeptPictures
}) {
  function banner(id: number, mirrored: boolean): Picture | undefined {
    const row = catalogue.shelves.banners.find((candidate) => candidate.id === id)
    if (!row) return undefined
    const { genre, seed } = row
    return {
      path: bannerPath(id, row, mirrored),
      svg: async () => (await import('#art/banner.ts')).bannerSvg({ genre, seed, mirrored }),
    }
  }

  async function news(id: number, mirrored: boolean): Promise<Picture | undefined> {
    const row = await newsPictureRow(db, id)
    if (!row) return undefined
    return {
      path: newsPicturePath(id, row, mirrored),
      svg: async () => (await import('#art/banner.ts')).bannerSvg({ ...row, mirrored }),
    }
  }

  type Find = (id: number, mirrored: boolean) => Promise<Picture | undefined> | Picture | undefined
  const find: Record<string, Find> = {
    products: (id) => productPoster(db, catalogue, id),
    skus: (id) => skuPoster(db, catalogue, id),
    banners: banner,
    news,
  }

  const fileOf = (kind: string, id: number, name: string, width: number, format: string) =>
    join(kind, String(id % 100), name, `${width}.${format}`)

  const drawing = (picture: Picture, width: number, format: 'avif' | 'webp') => async () => {
    const { renderPoster } = await import('#art/render.ts')
    return renderPoster(await picture.svg(), { width, format })
  }

  /** GET /media/{products|skus|banners|news}/{id}-{hash}/{width}.{avif|webp} */
  async function answer(request: Request, { address }: Asked): Promise<Response | undefined> {
    const [, kind, id, hash, size, format] = PATH.exec(new URL(request.url).pathname) ?? []
    if (!kind || !id || !hash || !size || !format) return undefined
    const width = Number(size)
    if (!WIDTHS[kind]?.includes(width)) return undefined
    const name = `${id}-${hash}`
    const file = fileOf(kind, Number(id), name, width, format)
    const kept = await pictures.find(file)
    if (kept) return servePicture(kept, format)
    const picture = await find[kind]?.(Number(id), hash.endsWith('-rtl'))
    if (!picture) return undefined
    const today = picture.path.split('/').at(-2)
    if (today !== name)
      return new Response(null, { status: 302, headers: { location: `/media/${kind}/${today}/${width}.${format}` } })
    const waiter = { client: clientNetwork(address), signal: request.signal }
    return pictures
      .draw(file, drawing(picture, width, format as 'avif' | 'webp'), waiter)
      .then((bytes) => servePicture(bytes, format), refusePicture)
  }

  /** The picture as it stands today, if no visitor waits for another; false: later. */
  async function ahead({ kind, id, width }: AheadPicture): Promise<boolean> {
    const picture = await find[kind]?.(id, false)
    const name = picture?.path.split('/').at(-2)
    if (!picture || !name) return true
    return pictures.drawAhead(fileOf(kind, id, name, width, 'avif'), drawing(picture, width, 'avif'))
  }

  return { answer, ahead }
}
