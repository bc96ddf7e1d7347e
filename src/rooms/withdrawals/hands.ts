// What others may ask of the withdrawals: how they are decided, by whoever works for the shop.
export { decideWithdrawal } from './decide.ts'
export {
  declaredWithdrawal,
  lockWithdrawal,
  withdrawalEntries,
  withdrawalIdsOf,
  withdrawalIdsOfOrder,
} from './office-store.ts'
