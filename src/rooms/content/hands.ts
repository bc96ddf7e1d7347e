// What other rooms may ask of what the operator writes.
export { activationSteps } from './activation.ts'
export {
  addBanner,
  banner,
  bannerRows,
  changeBanner,
  lockBanner,
  MOST_BANNERS,
  removeBanner,
  setBannerPicture,
  type WholeBanner,
} from './banner-store.ts'
export type { ActivationCode } from './guides.ts'
export { addInfo, changeInfo, type InfoRow, infoRows, lockInfo } from './info-store.ts'
export { LOGO_RATIO } from './logo.ts'
export { type LogoPlace, lockLogos, logoRows, setLogo } from './logo-store.ts'
export { bannerPicture, newsPicture } from './pictures.ts'
export { redeemPage } from './redeem.ts'
export { type Seller, sellerLines } from './seller.ts'
export type { SiteTexts } from './site-texts.ts'
export {
  filledTypes,
  newsAddresses,
  newsDetailRow,
  newsTitles,
  setNewsPicture,
} from './store.ts'
export { type ContentUse, contentUses, shownByContent } from './uses-store.ts'
