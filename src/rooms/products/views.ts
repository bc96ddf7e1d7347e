// From rows to what the calls answer: a product in full, a category, a line of a cart.

import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { type Exchange, toMajor } from '#platform/money.ts'
import { showing } from '#platform/request-scope.ts'
import { reductionIn } from '#rooms/prices/rules.ts'
import type { Ratings } from '#rooms/reviews/contract.ts'
import { activationsOf } from './activation.ts'
import { hasAmount, posterSubject, purchasePicture } from './cards.ts'
import type { CategoryInfo, ProductDetail } from './contract.ts'
import { coverPath, screenSize, screenshotPath, sharedHash, skuPosterPath } from './pictures.ts'
import type { PrintedVersion } from './printed.ts'
import type { PicturedRow, PurchaseRow } from './purchase-store.ts'
import { MOST_SHOWN, shownStock } from './rules.ts'
import type { ShownScreenshot } from './screenshot-store.ts'
import { branchOf, type Shelves } from './shelves.ts'
import { platformsOf } from './small-lines.ts'
import type * as store from './store.ts'

/** A line whose offer is no longer sold. */
export const GONE = {
  exists: false, productName: '', skuCode: '', skuLabel: '', countries: null, productImg: '', productPrice: 0, ...shownStock(0), available: false,
  urlName: '', zhname: '', supplyName: '', productType: '0', classId: 0,
} // biome-ignore format: a list of nothings

/** What is true now of a cart's line. */
export function syncedLine<L extends { productCount: number }>(
  line: L,
  row: PicturedRow,
  shelves: Shelves,
  locale: string,
) {
  return {
    ...line,
    exists: true,
    productName: row.name,
    skuCode: row.skuCode,
    skuLabel: skuLabel(row, shelves, locale),
    countries: shelves.facets.get(row.regionId ?? -1)?.countries ?? null,
    productImg: purchasePicture(row, shelves),
    productPrice: toMajor(row.priceCents),
    ...shownStock(row.stock),
    available: row.stock > MOST_SHOWN || row.stock >= line.productCount,
    urlName: shelves.categories.get(row.categoryId)?.slug ?? '',
    zhname: row.slug,
    supplyName: row.seller,
    productType: String(row.type),
    classId: row.categoryId,
  }
}

/** What tells this SKU from the product's others: amount and edition, then where it works. `$20 · Steam · Europe` */
export function skuLabel(
  row: Pick<PurchaseRow, 'edition' | 'denomination' | 'platformIds' | 'regionId'>,
  shelves: Shelves,
  locale: string,
): string {
  const facet = (id: number | null | undefined) => {
    const found = shelves.facets.get(id ?? -1)
    return found && textIn(found.name, locale)
  }
  return [row.denomination, row.edition, facet(row.platformIds[0]), facet(row.regionId)].filter(Boolean).join(' · ')
}

export function categoryInfo(row: store.CategoryRow, shelves: Shelves, locale: string): CategoryInfo {
  showing(ALL_PAGES)
  const parent = row.parentId === null ? undefined : shelves.categories.get(row.parentId)
  return {
    id: row.id,
    pid: row.parentId ?? -1,
    pName: parent ? textIn(parent.name, locale) : null,
    pUrlName: parent?.slug ?? null,
    name: textIn(row.name, locale),
    urlName: row.slug,
    type: String(row.type),
    level: String(branchOf(row.id, shelves).length),
    ancestors: ancestorsOf(row.id, shelves, locale),
    children: (shelves.children.get(row.id) ?? []).map((child) => categoryLink(child, locale)),
  }
}

export function categoryLink(row: store.CategoryRow, locale: string) {
  return { id: row.id, name: textIn(row.name, locale), urlName: row.slug }
}

/** The categories above one, from the top. */
function ancestorsOf(id: number, shelves: Shelves, locale: string) {
  return branchOf(id, shelves)
    .slice(1)
    .reverse()
    .map((above) => shelves.categories.get(above)!)
    .map((row) => ({ name: textIn(row.name, locale), urlName: row.slug }))
}

export interface DetailParts {
  product: store.DetailRow
  skus: store.SkuRow[]
  offers: store.OfferRow[]
  /** Of the currency that reductions are told in. */
  exchange: Exchange
  screenshots: ShownScreenshot[]
  ratings: Ratings
}

export function detailOf(
  { product, skus, offers, exchange, screenshots, ratings }: DetailParts,
  shelves: Shelves,
  locale: string,
): ProductDetail {
  const facets = (ids: (number | null)[]) =>
    [...new Set(ids)].map((id) => shelves.facets.get(id ?? -1)).filter((facet) => facet !== undefined)
  const names = (rows: store.FacetRow[]) => rows.map((row) => textIn(row.name, locale))
  const marks = (rows: store.FacetRow[]) =>
    rows.map((row) => ({ code: row.code, info: textIn(row.name, locale), img: null }))
  const platforms = facets(skus.flatMap((sku) => sku.platformIds))
  const regions = facets(skus.map((sku) => sku.regionId))
  const languages = facets(product.languageIds)
  const genres = facets(product.genreIds)
  const { guides, ofVersions } = activationsOf(product, skus, shelves, locale)
  const promoted = offers[0]
  const promotedSku = skus.find((sku) => sku.id === promoted?.skuId)
  const lowest = (of: store.OfferRow[]) => {
    const inStock = of.filter((offer) => offer.stock > 0)
    const prices = (inStock.length > 0 ? inStock : of).map((offer) => offer.priceCents)
    return prices.length > 0 ? toMajor(Math.min(...prices)) : null
  }
  return {
    iProductInfo: productInfo({ ...product, printed: skus }, shelves, locale),
    plat_info: names(platforms).join(', '),
    region_info: names(regions).join(', '),
    language_info: names(languages).join(', '),
    theme_info: names(genres).join(', '),
    plat_img_list: marks(platforms),
    region_img_list: marks(regions),
    language_img_list: marks(languages),
    extInfo:
      promoted && promotedSku
        ? { id: promotedSku.id, skuCode: promotedSku.skuCode, ...shownStock(promoted.stock) }
        : null,
    skus: skus.map((sku, place) => {
      const own = offers.filter((offer) => offer.skuId === sku.id)
      const region = shelves.facets.get(sku.regionId ?? -1)
      const amount = { ...product, denomination: sku.denomination }
      return {
        id: sku.id,
        skuCode: sku.skuCode,
        edition: sku.edition,
        denomination: sku.denomination,
        img: hasAmount(amount) ? skuPosterPath(sku.id, posterSubject({ ...product, printed: [sku] }, shelves)) : null,
        platforms: names(facets(sku.platformIds)),
        region: region ? textIn(region.name, locale) : null,
        countries: region?.countries ?? null,
        ...shownStock(own.reduce((sum, offer) => sum + offer.stock, 0)),
        lowPrice: lowest(own),
        guide: ofVersions[place] ?? null,
      }
    }),
    activation: guides,
    offers: offers.map((offer) => ({
      id: offer.id,
      extId: offer.skuId,
      userName: offer.seller,
      memberName: offer.seller,
      isShop: offer.isShop,
      price: toMajor(offer.priceCents),
      ...shownStock(offer.stock),
      instant: offer.backing === 'keys',
      reduction: reductionIn(offer.priceCents, offer.priceBefore, offer.lowestPrice, exchange),
    })),
    lowPrice: lowest(offers),
    screenshots: screenshots.map(({ alt, altLanguage, ...one }) => ({
      ...{ img: screenshotPath('screenshots', one), full: screenshotPath('screens', one) },
      ...{ ...screenSize(one), alt, altLanguage },
    })),
    ratings,
  }
}

function productInfo(
  product: store.DetailRow & { printed: readonly PrintedVersion[] },
  shelves: Shelves,
  locale: string,
): ProductDetail['iProductInfo'] {
  const category = shelves.categories.get(product.categoryId)!
  const parent = category.parentId === null ? undefined : shelves.categories.get(category.parentId)
  return {
    id: product.id,
    classId: category.id,
    parentClassId: parent?.id ?? null,
    name: product.name,
    img: coverPath(product.id, product.pictureId, posterSubject(product, shelves)),
    shared: sharedHash(product.title, platformsOf(product.printed, shelves)),
    type: String(product.type),
    keyType: String(product.keyType),
    urlName: category.slug,
    zhname: product.slug,
    explanation: product.explanation ?? '',
    description: product.description ?? '',
    explanationLanguage: product.explanationLanguage,
    descriptionLanguage: product.descriptionLanguage,
    developer: product.developer,
    publisher: product.publisher,
    extImg: product.extImg,
    seoTitle: product.seoTitle,
    seoKeywords: product.seoKeywords,
    seoDescription: product.seoDescription,
    releasedOn: product.releasedOn,
    isConfirm: Boolean(product.confirmContent),
    confirmTitle: product.confirmTitle ?? '',
    confirmContent: product.confirmContent ?? '',
    superClassName: parent ? textIn(parent.name, locale) : null,
    superClassUrlName: parent?.slug ?? null,
    ancestors: ancestorsOf(category.id, shelves, locale),
    className: textIn(category.name, locale),
  }
}
