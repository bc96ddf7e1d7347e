/** A coupon that the shop has found good for this cart. */
export interface AppliedCoupon {
  code: string
  couponId: string
  /** In hundredths of the currency. */
  discount: number
}
