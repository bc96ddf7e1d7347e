// What the mails about tickets say.
import type { Database } from '#platform/database/database.ts'
import type { LetterContent } from '#rooms/mail/hands.ts'
import { memberById } from '#rooms/members/hands.ts'
import { referenceOf } from './rules.ts'
import * as store from './store.ts'

type Data = Record<string, string>

export function ticketLetters({ db, origin }: { db: Database; origin: () => string }) {
  return {
    async ticketForOperator({ ticketId, messageId }: Data): Promise<LetterContent> {
      const ticket = await store.ticketById(db, ticketId!)
      const message = await store.messageById(db, messageId!)
      const member = ticket && (await memberById(db, ticket.memberId))
      const reference = referenceOf(ticketId!)
      return {
        values: { reference, subject: ticket?.subject ?? '' },
        facts: [
          { label: 'letters.ticket.reference', value: reference },
          { label: 'letters.ticket.member', value: member ? `${member.username} <${member.email}>` : '' },
          { label: 'letters.ticket.topic', value: ticket?.topic ?? '' },
          { label: 'letters.ticket.orderNo', value: ticket?.orderNo ?? '' },
          { label: 'letters.ticket.message', value: message?.text ?? '' },
          { label: 'letters.ticket.answer', value: `npm run inbox -- answer ${reference}` },
        ],
      }
    },

    /** Which ticket stands behind the #, which no server and no referrer is told. */
    async ticketAnswered({ ticketId }: Data): Promise<LetterContent> {
      return { values: { reference: referenceOf(ticketId!) }, link: `${origin()}/my-support#${ticketId}` }
    },
  }
}
