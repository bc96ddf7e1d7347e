// What a shopper types, checked alike in the browser and on the server.
import * as z from 'zod/mini'
import { COUPON_LENGTH } from './rules.ts'

export const CouponCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(COUPON_LENGTH))
