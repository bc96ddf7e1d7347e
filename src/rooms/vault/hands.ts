// What other rooms may ask of the vault.

export type { AfterBatch, BatchRow, BatchState, KeyState, ListedBatch } from './batch-store.ts'
export * as batchStore from './batch-store.ts'
export { importLines, lookAtLines, typedLines } from './import/import.ts'
export { nearCodes } from './import/near-codes.ts'
export { offerOf, skuCodes } from './import/store.ts'
export { mayLook } from './looks.ts'
export { releaseKeysIn } from './release.ts'
export { isReplacement, replaceKey } from './replace-store.ts'
export { stockLasts } from './sales.ts'
export {
  addBatch,
  keepSold,
  keysOf,
  lockReveals,
  ordersGone,
  putBackSupplierStock,
  recordReveals,
  releaseReserved,
  rememberSold,
  retireSold,
  returnSupplierStock,
  type SealedKey,
  soldKeys,
  takeBackKeys,
  takeSupplierStock,
  withholdFree,
} from './store.ts'
export { ordersByKey } from './tails.ts'
export { depositKeys, fulfil, openKeys, reserveAgain, reserveKeysPatiently } from './vault.ts'
