// What other rooms may ask of the products.
export { type Cards, purchasePicture } from './cards.ts'
export type { GenreCode, LanguageCode, PlatformCode, RegionCode } from './first-facets.ts'
export { fillFacets, fillFirstStart } from './first-start.ts'
export { productPoster } from './product-poster.ts'
export { shownStock } from './rules.ts'
export { branchOf, type Catalogue, type Shelves, sameTree } from './shelves.ts'
export { type FacetKind, type PurchaseRow, productAddresses, productStretches, purchaseRows } from './store.ts'
export { skuLabel } from './views.ts'
