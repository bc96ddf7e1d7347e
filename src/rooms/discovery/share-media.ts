// Draws the pictures that chats and feeds show beside a link: when they are first asked for, then kept.
import { join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { refuseBusy } from '#platform/http/refuse-busy.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { newsDetailRow, newsPicture } from '#rooms/content/hands.ts'
import { type Asked, type KeptPictures, type Picture, pictureMoved, servePicture } from '#rooms/pictures/hands.ts'
import { type Catalogue, productPicture, wasPublished } from '#rooms/products/hands.ts'
import type { Finder } from '#rooms/search/hands.ts'
import { lightMarkSvg } from './mark.ts'
import { homeWords } from './page-words.ts'
import { categoryShare, newsShare, productShare, shopShare } from './share-pictures.ts'

const PATH = /^\/media\/og\/(products|categories|news|shop)\/(\d{1,9})-[0-9a-f]{10}(?:-([A-Za-z_-]{2,5}))?\.jpg$/

interface SharePicture {
  /** Where it stands today; an older address redirects there. */
  path: string
  /** Where it says no, no older address leads there. Of the other kinds nothing is found that visitors cannot see. */
  isOut?(): Promise<boolean>
  title: string
  line?: string
  focus?: number
  covers(): Picture[] | Promise<Picture[]>
}

export interface ShareMediaOptions {
  db: Database
  catalogue: Catalogue
  finder: Finder
  shopName: () => string
  pictures: KeptPictures
  /** SVG, or the bytes of what was uploaded. */
  sourceOf: (picture: Picture) => Promise<string | Buffer>
}

export function createShareMedia({ db, catalogue, finder, shopName, pictures, sourceOf }: ShareMediaOptions) {
  async function product(id: number): Promise<SharePicture | undefined> {
    const picture = await productPicture(db, catalogue, id)
    if (!picture) return undefined
    const { path: img, shared, title, platforms } = picture
    return {
      path: productShare(shopName(), { id, img, shared }),
      isOut: () => wasPublished(db, id),
      title,
      line: platforms,
      covers: () => [picture],
    }
  }

  function category(id: number, locale: string): SharePicture | undefined {
    const row = catalogue.shelves.categories.get(id)
    if (!row) return undefined
    const title = textIn(row.name, locale)
    return { path: categoryShare(shopName(), id, title, locale), title, covers: () => bestSellers(id) }
  }

  async function news(id: number, locale: string): Promise<SharePicture | undefined> {
    const row = await newsDetailRow(db, id, locale)
    if (!row) return undefined
    const { title } = row
    const picture = newsPicture(id, row, false)
    return {
      path: newsShare(shopName(), id, title, picture.path, locale),
      title,
      // Where drawn banners carry their weight.
      focus: 0.82,
      covers: () => [picture],
    }
  }

  function wholeShop(locale: string): SharePicture {
    const title = homeWords(locale).heading
    return { path: shopShare(shopName(), title, locale), title, covers: () => bestSellers() }
  }

  /** Three covers of today's best sellers, the best in front. They are no part of the address: worth no new download. */
  async function bestSellers(categoryId?: number): Promise<Picture[]> {
    const { ids } = finder.index.query({ locale: DEFAULT_LOCALE.code, sort: 0, offset: 0, limit: 3, categoryId })
    const covers = await Promise.all(ids.toReversed().map((id) => productPicture(db, catalogue, id)))
    return covers.filter((cover) => cover !== undefined)
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
    const refusal = pictures.refusal(address)
    if (refusal) return refusal
    const picture = await find(kind, Number(id), locale.code)
    if (!picture) return undefined
    if (picture.path !== pathname) {
      if (picture.isOut && !(await picture.isOut())) return undefined
      return pictureMoved(picture.path)
    }
    const draw = async () => {
      const { sharePicture } = await import('#art/share.ts')
      const covers = await Promise.all((await picture.covers()).map(sourceOf))
      return sharePicture({ ...picture, covers, sender: shopName(), mark: lightMarkSvg })
    }
    const waiter = { address, signal: request.signal }
    return pictures.draw(file, draw, waiter).then((bytes) => servePicture(bytes, 'jpeg'), refuseBusy)
  }
}
