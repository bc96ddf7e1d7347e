// What other rooms may ask of what the operator writes.
export { activationSteps } from './activation.ts'
export type { ActivationCode } from './guides.ts'
export { newsPicture } from './pictures.ts'
export { redeemPage } from './redeem.ts'
export type { SiteTexts } from './site-texts.ts'
export {
  bannerRows,
  filledTypes,
  newsAddresses,
  newsDetailRow,
  newsTitles,
  setBannerPicture,
  setNewsPicture,
} from './store.ts'
