// What other rooms may ask of the coupons.
export { type Coupons, ownerOf, spendCouponUse } from './coupons.ts'
export { giveBackUse, giveUses, moveUse } from './store.ts'
