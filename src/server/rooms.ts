// The rooms of the shop: one line each. Their order is that in which the database is prepared; they are opened in the
// order of what they need, and closed the other way round: the ground's journal stays until all others have finished.
import type { AnyRoom } from '#platform/room.ts'
import { alertsRoom } from '#shop/alerts/room.ts'
import { captchaRoom } from '#shop/captcha/room.ts'
import { catalogRoom } from '#shop/catalog/room.ts'
import { contentRoom } from '#shop/content/room.ts'
import { couponsRoom } from '#shop/coupons/room.ts'
import { mailRoom } from '#shop/delivery/room.ts'
import { discoveryRoom } from '#shop/discovery/room.ts'
import { enquiriesRoom } from '#shop/enquiries/room.ts'
import { ordersRoom } from '#shop/orders/room.ts'
import { paymentsRoom } from '#shop/payments/room.ts'
import { reviewsRoom } from '#shop/reviews/room.ts'
import { vaultRoom } from '#shop/vault/room.ts'
import { visitsRoom } from '#shop/visits/room.ts'
import { withdrawalsRoom } from '#shop/withdrawals/room.ts'
import { demoRoom } from '../demo/room.ts'
import { groundRoom } from './ground-room.ts'

export const ROOMS: readonly AnyRoom[] = [
  groundRoom,
  catalogRoom,
  demoRoom,
  alertsRoom,
  captchaRoom,
  contentRoom,
  couponsRoom,
  discoveryRoom,
  enquiriesRoom,
  mailRoom,
  ordersRoom,
  paymentsRoom,
  reviewsRoom,
  vaultRoom,
  visitsRoom,
  withdrawalsRoom,
]
