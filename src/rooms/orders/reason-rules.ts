// Why the shop itself did something to an order, as it is kept: a sentence for whoever reads the table or the command, and by it the key
// under which the office says it in its reader's language. What a person wrote stays as he wrote it.

export const WHY = {
  placed: 'placed',
  paid: 'paid',
  keysAssigned: 'keys assigned',
  waitingForKeys: 'waiting for keys',
  notPaidInTime: 'not paid in time',
  cancelledByShopper: 'cancelled by the shopper',
  cancelledByBuyer: 'cancelled by its buyer',
  cancelledByShop: 'cancelled by the shop',
  deletedByMember: 'deleted by its member',
  nothingToPay: 'nothing to pay',
  heldForReview: 'held for review',
  heldByPerson: 'held by a person',
  disputed: 'disputed at the provider',
  disputeWon: 'the dispute was won',
  disputeLost: 'the dispute was lost',
  disputeLostInPart: 'the dispute was lost in part',
  refundedToBalance: 'refunded to its member’s balance',
  refundedAtProvider: 'refunded at the provider',
  partWhileWaiting: 'a part was refunded while it waited',
  partBefore: 'a part was refunded before',
  toppedUp: 'balance topped up',
  nothingLeft: 'nothing is left to do',
  receiptConfirmed: 'receipt confirmed by its member',
  daysAfter: '14 days after delivery',
  waitedTooLong: 'it waited too long',
  wouldNotWait: 'he would not wait any longer',
  paidAlready: 'the order is paid already',
  hisChoice: 'his choice',
  tooLate: 'too late',
  buyerGone: 'buyer gone',
  topUpLimit: 'top-up limit',
  notOnSale: 'not on sale',
  dearerToday: 'dearer today',
  noKeys: 'no keys',
  couponOver: 'coupon no longer valid',
  /** As it was kept in earlier versions, also of a coupon that was over in another way. */
  couponUsedUp: 'coupon used up',
} as const

export type Why = keyof typeof WHY

/** `paid while Expired`. */
export const paidWhile = (status: string) => `paid while ${status}`

/** Before what a person wrote. */
export const BY_PERSON = { accepted: 'accepted: ', released: 'released: ' } as const

type ReadReason =
  | { is: 'why'; why: Why }
  | { is: 'paidWhile'; status: string }
  | { is: keyof typeof BY_PERSON; words: string }
  | { is: 'words'; words: string }

/** What a kept reason says. Pure. */
export function readReason(kept: string): ReadReason {
  const why = (Object.keys(WHY) as Why[]).find((code) => WHY[code] === kept)
  if (why) return { is: 'why', why }
  const [, status] = /^paid while ([A-Z][A-Za-z]+)$/.exec(kept) ?? []
  if (status) return { is: 'paidWhile', status }
  for (const is of ['accepted', 'released'] as const)
    if (kept.startsWith(BY_PERSON[is])) return { is, words: kept.slice(BY_PERSON[is].length) }
  return { is: 'words', words: kept }
}
