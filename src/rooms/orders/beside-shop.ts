// Orders are moved by commands, too, beside a running shop or without it: what belongs to the same transaction (mails,
// alerts) is written there; what comes afterwards is told by the shop.
import { createEvents } from '#platform/events/events.ts'
import { EVENTS } from './events.ts'
import { buyerTold } from './mails/buyer-told.ts'
import { OPERATOR_TOLD } from './mails/operator-told.ts'
import { membersRewarded } from './settling/reward.ts'
import { createSettling, type Settling } from './settling/settle.ts'

export function settlingBesideShop(mailDomain: () => string): Settling {
  const events = createEvents(EVENTS)
  events.subscribe('orders', [...buyerTold({ mailDomain }), ...OPERATOR_TOLD, ...membersRewarded()])
  return createSettling({ events })
}
