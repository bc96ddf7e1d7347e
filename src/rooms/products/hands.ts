// What other rooms may ask of the products.
export { activationOf } from './activation.ts'
export { BEST_FIRST, BEST_PRICE } from './best-offer.ts'
export { type Cards, purchasePicture } from './cards.ts'
export { keepFacets, lockFacetMaking } from './facet-store.ts'
export type { GenreCode, LanguageCode, PlatformCode, RegionCode } from './first-facets.ts'
export { beginProducts, fillFacets } from './first-start.ts'
export { followListings } from './listings.ts'
export { lockCategories } from './office-store.ts'
export { PRINTED, type PrintedVersion } from './printed.ts'
export { productPicture } from './product-picture.ts'
export { type PurchaseRow, picturedRows, purchaseRows } from './purchase-store.ts'
export { shownStock } from './rules.ts'
export { keepSales } from './sales-store.ts'
export { ensureSeller, sellerNamed } from './seller-store.ts'
export { branchOf, type Catalogue, type Shelves, sameTree } from './shelves.ts'
export { slugOf, withReference } from './slug.ts'
export {
  type FacetKind,
  type Places,
  picturedProducts,
  productAddresses,
  productStretches,
  setProductPicture,
  wasPublished,
} from './store.ts'
export { skuLabel } from './views.ts'
