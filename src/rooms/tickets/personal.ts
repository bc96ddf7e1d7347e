// What the room holds of a member (decision F11).
import type { Database } from '#platform/database/database.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { messages } from './api.ts'
import { eraseFiles } from './file-store.ts'
import * as store from './store.ts'

export function ticketsOfMember(db: Database): PersonalData {
  return {
    async collect(memberId) {
      const tickets = []
      for (const { memberId: _, ...ticket } of await store.allOfMember(db, memberId))
        tickets.push({ ...ticket, messages: await messages(db, ticket.id) })
      return { tickets }
    },
    async erase(tx, memberId) {
      await store.eraseTickets(tx, memberId)
      await eraseFiles(tx, memberId)
    },
  }
}
