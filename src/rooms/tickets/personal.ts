// What the room holds of a member (decision F11).
import type { Database } from '#platform/database/database.ts'
import { deleteMailsOf } from '#rooms/mail/hands.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { messages } from './api.ts'
import * as files from './file-store.ts'
import * as store from './store.ts'

export function ticketsOfMember(db: Database): PersonalData {
  async function* tickets(memberId: string) {
    for (const { memberId: _, ...ticket } of await store.allOfMember(db, memberId))
      yield { ...ticket, messages: await messages(db, ticket.id) }
  }
  return {
    collect: async (memberId) => ({ tickets: tickets(memberId) }),
    async *files(memberId) {
      for (const file of await files.filesOfMember(db, memberId))
        yield { ...file, read: async () => (await files.fileOf(db, memberId, file.id))?.content }
    },
    async erase(tx, memberId) {
      await deleteMailsOf(tx, await store.eraseTickets(tx, memberId))
      await files.eraseFiles(tx, memberId)
    },
  }
}
