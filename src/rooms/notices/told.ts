// What happens in other rooms that a member is told in his centre, in the transaction in which it happens.
import type { Subscription } from '#platform/events/define.ts'
import { PASSWORD_CHANGED } from '#rooms/members/events.ts'
import { REVIEW_DECIDED } from '#rooms/reviews/events.ts'
import { SIGNED_IN } from '#rooms/sessions/events.ts'
import { TICKET_ANSWERED } from '#rooms/tickets/events.ts'
import { referenceOf } from '#rooms/tickets/rules.ts'
import { notify } from './notify.ts'

/** Also where an operator's command stands in for the shop. */
export const TOLD_BY_STAFF: Subscription[] = [
  TICKET_ANSWERED.inTransaction((tx, { subject: ticketId, payload: { memberId }, atHand: { title } }) =>
    notify(tx, memberId, 'ticketAnswered', { ticketId, reference: referenceOf(ticketId), subject: title }),
  ),
  REVIEW_DECIDED.inTransaction(async (tx, { payload: { decision, memberId }, atHand: { excerpt, reason } }) => {
    if (memberId === null) return
    if (decision === 'published') await notify(tx, memberId, 'reviewPublished', { excerpt })
    else await notify(tx, memberId, 'reviewRejected', { excerpt, reason })
  }),
]

export const TOLD: Subscription[] = [
  ...TOLD_BY_STAFF,
  PASSWORD_CHANGED.inTransaction((tx, { subject }) => notify(tx, subject, 'passwordChanged')),
  SIGNED_IN.inTransaction(async (tx, { subject, payload: { isNew }, atHand: { device, system, country } }) => {
    if (isNew) await notify(tx, subject, 'signedIn', { device, system, country: country ?? '' })
  }),
]
