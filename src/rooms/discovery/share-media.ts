// Draws the pictures that chats and feeds show beside a link: when they are first asked for, then kept.
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { newsDetailRow, newsPicturePath } from '#rooms/content/hands.ts'
import { type Asked, type KeptPictures, refusePicture, servePicture } from '#rooms/pictures/hands.ts'
import { type Catalogue, productPoster } from '#rooms/products/hands.ts'
import type { Finder } from '#rooms/search/hands.ts'
import { lightMarkSvg } from './mark.ts'
import { homeWords } from './page-words.ts'
import { categoryShare, newsShare, productShare, shopShare } from './share-pictures.ts'

const PATH = /^\/media\/og\/(products|categories|news|shop)\/(\d{1,9})-[0-9a-f]{10}(?:-([A-Za-z_-]{2,5}))?\.jpg$/

interface SharePicture {
  /** Where it stands today; an older address redirects there. */
  path: string
  title: string
  line?: string
  focus?: number
  covers(): Promise<string[]>
}

export interface ShareMediaOptions {
  db: Database
  catalogue: Catalogue
  finder: Finder
  shopName: string
  pictures: KeptPictures
}

export function createShareMedia({ db, catalogue, finder, shopName, pictures }: ShareMediaOptions) {
  async function product(id: number): Promise<SharePicture | undefined> {
    const poster = await productPoster(db, catalogue, id)
    if (!poster) return undefined
    return {
      path: productShare(id, poster.path),
      title: poster.title,
      line: poster.platforms,
      covers: async () => [await poster.svg()],
    }
  }

  function category(id: number, locale: string): SharePicture | undefined {
    const row = catalogue.shelves.categories.get(id)
    if (!row) return undefined
    const title = textIn(row.name, locale)
    return { path: categoryShare(id, title, locale), title, covers: () => bestSellers(id) }
  }

  async function news(id: number, locale: string): Promise<SharePicture | undefined> {
    const row = await newsDetailRow(db, id, locale)
    if (!row) return undefined
    const { genre, seed, title } = row
    return {
      path: newsShare(id, title, newsPicturePath(id, row, false), locale),
      title,
      // Where banners carry their weight.
      focus: 0.82,
      covers: async () => [(await import('#art/banner.ts')).bannerSvg({ genre, seed })],
    }
  }

  function wholeShop(locale: string): SharePicture {
    const title = homeWords(locale).heading
    return { path: shopShare(title, locale), title, covers: () => bestSellers() }
  }

  /** Three covers of today's best sellers, the best in front. They are no part of the address: worth no new download. */
  async function bestSellers(categoryId?: number): Promise<string[]> {
    const { ids } = finder.index.query({ locale: DEFAULT_LOCALE.code, sort: 0, offset: 0, limit: 3, categoryId })
    const posters = await Promise.all(ids.toReversed().map((id) => productPoster(db, catalogue, id)))
    return Promise.all(posters.filter((poster) => poster !== undefined).map((poster) => poster.svg()))
  }

  function find(kind: string, id: number, locale: string) {
    if (kind === 'products') return product(id)
    if (kind === 'categories') return category(id, locale)
    return kind === 'news' ? news(id, locale) : wholeShop(locale)
  }

  /** GET /media/og/{products|categories|news|shop}/{id}-{hash}[-{language}].jpg */
  return async function answer(request: Request, { address }: Asked): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    const [, kind, id, code = DEFAULT_LOCALE.code] = PATH.exec(pathname) ?? []
    const locale = findLocale(code)
    if (!kind || !id || !locale) return undefined
    const file = join('og', kind, String(Number(id) % 100), pathname.slice(pathname.lastIndexOf('/') + 1))
    const kept = await pictures.find(file)
    if (kept) return servePicture(kept, 'jpeg')
    const picture = await find(kind, Number(id), locale.code)
    if (!picture) return undefined
    if (picture.path !== pathname) return new Response(null, { status: 302, headers: { location: picture.path } })
    const draw = async () => {
      const { sharePicture } = await import('#art/share.ts')
      return sharePicture({ ...picture, covers: await picture.covers(), sender: shopName, mark: lightMarkSvg })
    }
    const waiter = { client: clientNetwork(address), signal: request.signal }
    return pictures.draw(file, draw, waiter).then((bytes) => servePicture(bytes, 'jpeg'), refusePicture)
  }
}
