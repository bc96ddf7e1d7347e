// What other rooms may ask of the vault.
export { replaceKey } from './replace-store.ts'
export {
  keysOf,
  lockReveals,
  putBackSupplierStock,
  recordReveals,
  releaseReserved,
  retireSold,
  returnSupplierStock,
  type SealedKey,
  takeBackKeys,
  takeSupplierStock,
  withholdFree,
} from './store.ts'
export { ordersByKey } from './tails.ts'
export { depositKeys, fulfil, openKeys, reserveAgain, reserveKeysPatiently } from './vault.ts'
