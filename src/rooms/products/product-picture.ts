// The picture of a product as it is now: what was uploaded for it, else its poster.
import type { Database } from '#platform/database/database.ts'
import type { Picture } from '#rooms/pictures/hands.ts'
import { hasAmount, posterSubject } from './cards.ts'
import { coverPath, type SCREENSHOT_SHAPES, screenshotPath, skuPosterPath } from './pictures.ts'
import { screenshotUpload } from './screenshot-store.ts'
import type { Catalogue, Shelves } from './shelves.ts'
import { type CardRow, cardRows, productOfSku, type SkuRow, skuRows } from './store.ts'

export type ProductPicture = Picture & {
  /** The product's name in English, as posters say it. */
  title: string
  /** Where the product can be played. */
  platforms: string
}

export async function productPicture(
  db: Database,
  catalogue: Pick<Catalogue, 'shelves'>,
  id: number,
): Promise<ProductPicture | undefined> {
  const [row] = await cardRows(db, [id], 'en-US', PICTURED)
  if (!row) return undefined
  const subject = posterSubject(row, catalogue.shelves)
  const skus = await skuRows(db, id)
  const facts = {
    title: row.title,
    path: coverPath(id, row.pictureId, subject),
    platforms: platformsOf(skus, catalogue.shelves),
  }
  if (row.pictureId !== null) return { ...facts, upload: row.pictureId }
  return {
    ...facts,
    svg: async () => {
      const { posterSvg } = await import('#art/poster.ts')
      return posterSvg({ ...subject, ...smallLines(row, skus, catalogue.shelves) })
    },
  }
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
  const subject = posterSubject(row, catalogue.shelves)
  return {
    path: skuPosterPath(skuId, subject, amount.denomination),
    svg: async () => {
      const { posterSvg } = await import('#art/poster.ts')
      return posterSvg({ ...subject, ...smallLines(row, [sku], catalogue.shelves) })
    },
  }
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

/**
 * Platforms under a game or account; on a card its one region, unless the title says it, and its amount where it comes in
 * one alone: a picture shows what is sold.
 */
function smallLines(
  { title, type }: Pick<CardRow, 'title' | 'type'>,
  skus: SkuRow[],
  shelves: Shelves,
): { subtitle?: string; figure?: string } {
  if (type !== 1) return { subtitle: platformsOf(skus, shelves) }
  const regions = [...new Set(skus.map((sku) => nameOf(sku.regionId, shelves)))]
  const [region] = regions
  const amounts = [...new Set(skus.map((sku) => sku.denomination))]
  return {
    subtitle: regions.length === 1 && region && !title.includes(region) ? region : undefined,
    figure: amounts.length === 1 ? amounts[0]?.replace(/ months?$/, '\u00a0mo').replace(/ .*$/, '') : undefined,
  }
}

function platformsOf(skus: SkuRow[], shelves: Shelves): string {
  const platforms = [...new Set(skus.map((sku) => nameOf(sku.platformIds[0] ?? null, shelves)).filter(Boolean))]
  return platforms.slice(0, 2).join(' · ')
}

const nameOf = (id: number | null, shelves: Shelves) => shelves.facets.get(id ?? -1)?.name['en-US']
