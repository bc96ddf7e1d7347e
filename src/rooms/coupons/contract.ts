// The call that asks what a coupon is worth (specification §3, §7; decisions A6, A9, C10).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { type Challenge, Solution } from '#rooms/captcha/contract.ts'
import { CouponCode } from './forms.ts'

const id = z.number().int().min(1).max(2_147_483_647)
const LISTS = ['productId', 'productCount', 'productPrice', 'supplyProductId', 'productClassId'] as const

/**
 * The lines of the cart as parallel lists. Prices and categories are accepted because the specification sends them; the
 * shop goes by its own.
 */
const UseCouponBody = z
  .object({
    couponCode: CouponCode,
    /** The specification's request has none, and its client begins with this one. */
    currencyId: id.default(1),
    productId: z.array(id).min(1).max(100),
    productCount: z.array(z.number().int().min(1).max(1000)).max(100),
    productPrice: z.array(z.number().min(0).max(1e10)).max(100),
    supplyProductId: z.array(id).max(100),
    productClassId: z.array(id).max(100),
    /** The reference that was given for this very code: to ask again is no guess. */
    couponId: z.string().max(60).optional(),
    /** After `captcha.required`. */
    altcha: Solution.optional(),
  })
  .refine((body) => LISTS.every((list) => body[list].length === body.productId.length), {
    message: `${LISTS.join(', ')} must be equally long`,
    path: ['productId'],
  })

/** In the data of `captcha.required`: what to solve and send back as `altcha`. */
export interface CaptchaRequired {
  challenge: Challenge
}

/** In the data of every refusal of a coupon, by this call and by createOrder. */
export interface RefusedCoupon {
  not_exist: boolean
  /** Not for this cart, member or time. */
  is_forbidden: boolean
  totalDiscount: 0
  couponId: null
  /** Where too little is in the cart: what the goods that it is for must come to, in the order's currency. */
  minimum: number | undefined
}

export const couponsContract = defineContract({
  'POST /api/check/useCoupon': {
    summary:
      'What a coupon takes off these lines, in the currency. Refusals, each with `not_exist` and `is_forbidden` in data: pay.couponNotExist, pay.couponForbidden (not for this cart or time, or used up, also by the member who asks; `minimum` when the goods come to too little), pay.couponExpired; and captcha.required while many wrong codes are tried. In a currency that the shop does not offer it is invalid with the message pay.currencyGone. Nothing is reserved: that happens with the order.',
    access: 'public',
    knowsMembers: true,
    perMinute: 60,
    body: UseCouponBody,
    data: z.object({
      /** Both false here: see the refusals. */
      not_exist: z.boolean(),
      is_forbidden: z.boolean(),
      totalDiscount: z.number(),
      /** To be passed on as orderList.couponId. */
      couponId: z.string(),
    }),
  },
})

type CouponsCalls = typeof couponsContract
declare module '#browser/calls.ts' {
  interface Calls extends CouponsCalls {}
}
