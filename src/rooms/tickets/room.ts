// What members ask support, and the answers.
import type { Queryable } from '#platform/database/database.ts'
import { mergeCalls } from '#platform/http/serve.ts'
import { forgetDaily } from '#platform/jobs/forget.ts'
import { defineRoom } from '#platform/room.ts'
import { days, type Variables, valuesOf } from '#platform/variables.ts'
import { contentRoom } from '#rooms/content/room.ts'
import { ALERTS } from './alerts.ts'
import { ticketsCalls } from './api.ts'
import { TICKET_ANSWERED } from './events.ts'
import { forgetUnsent } from './file-store.ts'
import { ticketLetters } from './letters.ts'
import { ticketsOfficeCalls } from './office-calls.ts'
import { ticketsOfMember } from './personal.ts'
import { forgetTickets } from './store.ts'
import { createWriting, type OwnsOrder } from './write.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** Who knows whose an order is. */
    ownOrders: Record<string, OwnsOrder>
  }
}

const VARIABLES: Variables<{ RETAIN_TICKETS_DAYS: number }> = {
  name: 'tickets',
  shape: { RETAIN_TICKETS_DAYS: days.default(1095) },
  setTogether: [],
  refusals: () => [],
}

export const ticketsRoom = defineRoom({
  name: 'tickets',
  needs: { content: contentRoom },
  events: [TICKET_ANSWERED],
  variables: () => VARIABLES,
  open({ db, config, origin, mailDomain, declared }, { content: { siteTexts } }) {
    const { RETAIN_TICKETS_DAYS: days } = valuesOf(config, VARIABLES)
    async function ownsOrder(tx: Queryable, memberId: string, orderNo: string) {
      for (const owns of Object.values(declared('ownOrders'))) if (await owns(tx, memberId, orderNo)) return true
      return false
    }
    const supportEmail = () => siteTexts.supportEmail()
    return {
      calls: mergeCalls(
        ticketsOfficeCalls(db),
        ticketsCalls({ db, writing: createWriting({ db, ownsOrder, supportEmail, mailDomain }) }),
      ),
      jobs: [
        forgetDaily(db, 'tickets', { days, minute: 51, forget: forgetTickets }),
        forgetDaily(db, 'ticketFiles', { days: 1, minute: 52, forget: forgetUnsent }),
      ],
      declares: {
        ...{ alerts: ALERTS, mails: ticketLetters({ db, origin }) },
        personal: { tickets: ticketsOfMember(db) },
      },
    }
  },
})
