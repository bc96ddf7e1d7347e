// What happens to orders and to the money for them that others care about. An order's history is kept elsewhere, too
// (order_events): that is read by people, these are told to whoever subscribes.
import { defineEvent, type EventType, type NewEvent } from '#platform/events/define.ts'
import type { WriteNow } from '#rooms/mail/hands.ts'
import type { HoldReason } from './acts/hold-store.ts'
import type { OrderStatus } from './rules.ts'
import type { PlainlySettled } from './settling/settle-store.ts'
import type { OrderRow } from './store.ts'

/** What happened to the order whose id is the subject. `order` at hand: as it was before. */
interface WithOrder {
  order: OrderRow
}

export interface WithDelivery extends WithOrder {
  /** Its whole price has just come, by one payment, and nothing else has happened to it (settle-plainly.ts). */
  isPlain?: true
  /** Where the mail with the keys can be written at once: how, and from what. */
  letter?: { write: WriteNow; facts: PlainlySettled }
}

type Nothing = Record<never, never>

export const DELIVERED = defineEvent<Nothing, WithDelivery>('order.delivered')

/** An order that entered a status. Delivered again, because a dispute is over, is one of those below. */
const ENTERED = {
  Paid: defineEvent('order.paid'),
  Processing: defineEvent('order.processing'),
  Completed: defineEvent('order.completed'),
  Cancelled: defineEvent('order.cancelled'),
  Expired: defineEvent('order.expired'),
  Refunded: defineEvent('order.refunded'),
  PartlyRefunded: defineEvent('order.partlyRefunded'),
  Disputed: defineEvent('order.disputed'),
} satisfies Partial<Record<OrderStatus, EventType<Nothing>>>
export type EnteredStatus = keyof typeof ENTERED

export const entered = (status: EnteredStatus, orderId: string): NewEvent => ENTERED[status].of(orderId, {})

/** By status, for who follows what orders enter. */
export const ENTERINGS = { ...ENTERED, Delivered: DELIVERED }
export const { Refunded: REFUNDED } = ENTERED

export const DISPUTE_WON = defineEvent<{ back: OrderStatus }, WithOrder>('order.disputeWon')
/** A part of its money has gone with the dispute, and the rest is the shop's. */
export const DISPUTE_LOST_IN_PART = defineEvent<{ back: OrderStatus }, WithOrder>('order.disputeLostInPart')
/** A member's balance has what he paid for. */
export const TOPPED_UP = defineEvent<Nothing, WithOrder>('order.toppedUp')
/** Paid, and some of its keys are missing. */
export const LACKS_KEYS = defineEvent<Nothing, WithOrder>('order.lacksKeys')
/** It cost nothing, and ended before all of its keys had come. */
export const ENDED_WITHOUT_KEYS = defineEvent<{ orderNo: string; why: string }, WithOrder>('order.endedWithoutKeys')
/** It cost nothing, and a person has taken it back. */
export const TAKEN_BACK = defineEvent<Nothing, WithOrder>('order.takenBack')
/** A person has cancelled it whose bank never came to an end. */
export const GIVEN_UP = defineEvent<Nothing, WithOrder>('order.givenUp')
/** `by`: where a person holds it. Why stands in the hold alone, which an erasure finds. */
export const HELD = defineEvent<{ reason: HoldReason; by?: string }, WithOrder>('order.held')
/** Its bank works on the payment. */
export const UNDER_WAY = defineEvent<Nothing, WithOrder>('order.underWay')

/** What happened to the payment whose id is the subject, and what a person must know of it. */
interface OfOrder {
  orderId: string
  orderNo: string
}
export const ofOrder = ({ id, orderNo }: OrderRow): OfOrder => ({ orderId: id, orderNo })

/** Hundredths of the currency. */
interface Amount {
  amount: number
  currency: string
}

/** The money is not what it should be. */
export const PAYMENT_DOUBTED = defineEvent<
  OfOrder & { reason: HoldReason; state: string; paid: number; refunded: number; currency: string }
>('payment.doubted')
/** What was paid (`known`) its provider says no more, and not where it went. */
export const PAYMENT_CONTRADICTED = defineEvent<
  OfOrder & { known: number; state: string; paid: number; refunded: number; currency: string }
>('payment.contradicted')
/** After the order had ended, and honoured. */
export const PAYMENT_LATE = defineEvent<OfOrder & { status: OrderStatus }>('payment.late')
/** `owed`: all that goes back of what it has brought so far. */
export const PAYMENT_OVERPAID = defineEvent<OfOrder & { owed: number; currency: string }, WithOrder>('payment.overpaid')
/** The provider's people look at it. */
export const PAYMENT_IN_REVIEW = defineEvent<OfOrder>('payment.inReview')
/** Its bank or provider warns of fraud. */
export const PAYMENT_WARNED = defineEvent<OfOrder & { kind: string; status: OrderStatus }>('payment.warned')
/** Told once, and again when an answer is wanted until another time (`answerUntil`, ISO 8601). */
export const PAYMENT_DISPUTED = defineEvent<OfOrder & { answerUntil?: string }>('payment.disputed')
/** The bank took it back for good. */
export const PAYMENT_LOST = defineEvent<OfOrder>('payment.lost')
/** `byShop`: what has gone back since it was last heard of, people here or the shop's own rules have sent. */
interface WentBack {
  byShop: boolean
}
export const PAYMENT_REFUNDED = defineEvent<OfOrder, WentBack>('payment.refunded')
export const PAYMENT_PARTLY_REFUNDED = defineEvent<
  OfOrder & { refunded: number; currency: string; status: OrderStatus },
  WentBack
>('payment.partlyRefunded')
/** It pays nothing, and goes back by itself. */
export const PAYMENT_SENT_BACK = defineEvent<OfOrder & Amount & { why: string }>('payment.sentBack')
/**
 * A notice of a payment that the shop does not have; the subject is what it was called. `dispute`: it is contested, by the provider's
 * name for that, empty where it has none.
 */
export const PAYMENT_UNKNOWN = defineEvent<{
  provider: string
  attemptId: string | null
  providerRef: string | null
  dispute?: string
}>('payment.unknown')
/**
 * So much of the payment has gone back. `cents`: to its member's balance, where it is that much in US cents. `second`: another
 * payment has paid the order, which stays as it is. `fromBalance`: it came from a balance, and is there again at once.
 */
export const REFUND_SENT = defineEvent<
  OfOrder & Amount & { cents?: number; second?: boolean; fromBalance?: boolean },
  WithOrder
>('refund.sent')
export const REFUND_FAILED = defineEvent<OfOrder & Partial<Amount> & { problem?: string; state?: string }>(
  'refund.failed',
)

export const EVENTS = [
  ...Object.values(ENTERINGS),
  DISPUTE_WON,
  DISPUTE_LOST_IN_PART,
  TOPPED_UP,
  LACKS_KEYS,
  ENDED_WITHOUT_KEYS,
  TAKEN_BACK,
  GIVEN_UP,
  HELD,
  UNDER_WAY,
  PAYMENT_DOUBTED,
  PAYMENT_CONTRADICTED,
  PAYMENT_LATE,
  PAYMENT_OVERPAID,
  PAYMENT_IN_REVIEW,
  PAYMENT_WARNED,
  PAYMENT_DISPUTED,
  PAYMENT_LOST,
  PAYMENT_REFUNDED,
  PAYMENT_PARTLY_REFUNDED,
  PAYMENT_SENT_BACK,
  PAYMENT_UNKNOWN,
  REFUND_SENT,
  REFUND_FAILED,
]
