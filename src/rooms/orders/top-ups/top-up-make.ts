// Making a top-up: within the member's limits, one at a time (decision F5).
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { holdMember } from '#rooms/members/hands.ts'
import { FIRST_POLL_MS, type Method } from '#rooms/payments/hands.ts'
import { writeTopUp } from '../making/make-store.ts'
import { randomOrderNo } from '../making/order-no.ts'
import { PAYMENT_MINUTES } from '../settings.ts'
import * as store from '../store.ts'
import { roomOf, shown } from './top-up-room.ts'
import { lockTopUps, unpaidTopUp } from './top-up-store.ts'

/** Each has had a session at its provider. */
const MOST_UNPAID = 10
const DAY_MS = 86_400_000

export interface TopUpWish {
  memberId: string
  locale: string
  method: Method
  /** US cents. */
  cents: number
  fee: number
  idempotencyHash: Buffer
  requestHash: Buffer
  browserHash: Buffer
}

interface Made {
  order: store.OrderRow
  attemptId: string
}

/** Undefined: its random number was taken. */
export async function makeTopUp(
  tx: Transaction,
  settings: Settings,
  wish: TopUpWish,
): Promise<Made | { repeated: store.RepeatedOrder } | undefined> {
  const { memberId, cents, fee, method } = wish
  await lockTopUps(tx, memberId)
  const known = await store.orderByIdempotencyHash(tx, wish.idempotencyHash)
  if (known && !known.requestHash.equals(wish.requestHash)) throw refused('error.idempotencyReused')
  if (known) return { repeated: known }
  const member = await holdMember(tx, memberId)
  if (!member) throw notFound()
  const room = await roomOf(tx, settings, memberId)
  const { now } = room
  const unpaid = await unpaidTopUp(tx, memberId, MOST_UNPAID)
  if (unpaid) throw refused('topUp.manyUnpaid', { until: new Date(unpaid.getTime() + DAY_MS).toISOString() })
  if (cents < room.least || cents > room.left) throw refused('topUp.limit', shown(room))
  const order: store.OrderRow & { memberId: string; topUpCents: number } = {
    id: randomUUID(),
    orderNo: randomOrderNo(),
    memberId,
    status: 'Unpaid',
    placedAt: now,
    expiresAt: new Date(now.getTime() + settings.read(PAYMENT_MINUTES) * 60_000),
    deliveryEmail: member.email,
    locale: wish.locale,
    currency: 'USD',
    rateE8: 1e8,
    paymentMethod: method.id,
    goods: cents,
    discount: 0,
    fee,
    coupon: 0,
    freight: 0,
    service: 0,
    total: cents + fee,
    couponId: null,
    topUpCents: cents,
  }
  const attempt = { id: randomUUID(), provider: method.provider, pollAt: new Date(now.getTime() + FIRST_POLL_MS) }
  const { idempotencyHash, requestHash, browserHash } = wish
  const written = await writeTopUp(tx, { ...order, idempotencyHash, requestHash, browserHash, attempt })
  return written ? { order, attemptId: attempt.id } : undefined
}
