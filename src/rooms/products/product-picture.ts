// The picture of a product as it is now: what was uploaded for it, else its poster.
import type { Database } from '#platform/database/database.ts'
import type { Picture } from '#rooms/pictures/hands.ts'
import { hasAmount, posterSubject } from './cards.ts'
import {
  coverPath,
  type PosterSubject,
  type SCREENSHOT_SHAPES,
  screenshotPath,
  sharedHash,
  skuPosterPath,
} from './pictures.ts'
import { productOfScreenshot, screenshotUpload } from './screenshot-store.ts'
import type { Catalogue } from './shelves.ts'
import { platformsOf } from './small-lines.ts'
import { cardRows, productOfSku, skuRows, wasPublished } from './store.ts'

export type ProductPicture = Picture & {
  /** The product's name in English, as posters say it. */
  title: string
  /** Where the product can be played. */
  platforms: string
  /** Changes with the two. */
  shared: string
}

export async function productPicture(
  db: Database,
  catalogue: Pick<Catalogue, 'shelves'>,
  id: number,
): Promise<ProductPicture | undefined> {
  const [row] = await cardRows(db, [id], 'en-US', PICTURED)
  if (!row) return undefined
  const skus = await skuRows(db, id)
  const subject = posterSubject({ ...row, printed: skus }, catalogue.shelves)
  const [{ title }, platforms] = [row, platformsOf(skus, catalogue.shelves)]
  const path = coverPath(id, row.pictureId, subject)
  const facts = { title, platforms, path, shared: sharedHash(title, platforms) }
  return row.pictureId !== null ? { ...facts, upload: row.pictureId } : { ...facts, svg: () => drawn(subject) }
}

async function drawn(subject: PosterSubject): Promise<string> {
  const { posterSvg } = await import('#art/poster.ts')
  return posterSvg(subject)
}

/** Drafts too: what was ordered keeps its picture when it is taken back, and the back office shows all. */
const PICTURED = { currencyId: 0, unit: 1, drafts: true }

/** That of one version of a card, with its amount on it; undefined where the version has none. The product's where one was uploaded. */
export async function skuPicture(
  db: Database,
  catalogue: Pick<Catalogue, 'shelves'>,
  skuId: number,
): Promise<Picture | undefined> {
  const productId = await productOfSku(db, skuId)
  if (productId === undefined) return undefined
  const [row] = await cardRows(db, [productId], 'en-US', PICTURED)
  if (row && row.pictureId !== null)
    return { path: coverPath(productId, row.pictureId, posterSubject(row, catalogue.shelves)), upload: row.pictureId }
  const sku = (await skuRows(db, productId)).find(({ id }) => id === skuId)
  const amount = row && sku && { ...row, denomination: sku.denomination }
  if (!amount || !hasAmount(amount)) return undefined
  const subject = posterSubject({ ...row, printed: [sku] }, catalogue.shelves)
  return { path: skuPosterPath(skuId, subject), svg: () => drawn(subject) }
}

/** A screenshot, as one among others or alone. */
export async function screenshotPicture(
  db: Database,
  kind: keyof typeof SCREENSHOT_SHAPES,
  id: number,
): Promise<Picture | undefined> {
  const upload = await screenshotUpload(db, id)
  return upload === undefined ? undefined : { path: screenshotPath(kind, { id, pictureId: upload }), upload }
}

const OWNERS = {
  products: async (_: Database, id: number) => id,
  screenshots: productOfScreenshot,
  screens: productOfScreenshot,
  skus: productOfSku,
}

/** Whether the product of this picture is published, or ever was. */
export async function isOut(db: Database, kind: keyof typeof OWNERS, id: number): Promise<boolean> {
  const productId = await OWNERS[kind](db, id)
  return productId !== undefined && wasPublished(db, productId)
}
