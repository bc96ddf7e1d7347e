// Serves a member's tickets.
import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { ticketsContract } from './contract.ts'
import { FileRefused, takeFile } from './file-kind.ts'
import * as files from './file-store.ts'
import { MOST_FILES_A_DAY, MOST_KEPT_BYTES, MOST_MESSAGES, MOST_UNSENT } from './limits.ts'
import { referenceOf } from './rules.ts'
import type { Conversation, Ticket } from './schemas.ts'
import * as store from './store.ts'
import type { Writing } from './write.ts'

export function ticketsCalls({ db, writing }: { db: Database; writing: Writing }) {
  async function conversation(memberId: string, id: string): Promise<Conversation> {
    const ticket = await store.ownTicket(db, memberId, id)
    if (!ticket) throw notFound()
    return { ...show(ticket), messages: await messages(db, id) }
  }

  return serves(ticketsContract, {
    'GET /api/profile/tickets': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const [rows, total] = await Promise.all([
        store.ticketPage(db, memberId, rowsOfPage(query)),
        store.ticketCount(db, memberId),
      ])
      return { rows: rows.map(show), total }
    },

    'POST /api/profile/tickets': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      await writing.open({ ...body, memberId, locale: caller.locale })
      return conversation(memberId, body.id)
    },

    'POST /api/profile/tickets/files': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      const file = { id: randomUUID(), memberId, ...(await takeFile(body).catch(explain)) }
      await db.transaction(async (tx) => {
        await files.queueUp(tx, memberId)
        const { today, unsent, bytes } = await files.countFiles(tx, memberId)
        if (today >= MOST_FILES_A_DAY || unsent >= MOST_UNSENT) throw refused('support.file.tooMany')
        if (bytes + file.content.length > MOST_KEPT_BYTES) throw refused('support.file.full')
        await files.addFile(tx, file)
      })
      const { id, name, mediaType, content } = file
      return { id, name, mediaType, size: content.length }
    },

    'GET /api/profile/tickets/files/{id}': async ({ params: { id } }, caller) => {
      const file = await files.fileOf(db, memberOf(caller).memberId, id)
      if (!file) throw notFound()
      const { name, mediaType, content } = file
      return { name, mediaType, bytes: new Uint8Array(content), inline: mediaType.startsWith('image/') }
    },

    'DELETE /api/profile/tickets/files/{id}': async ({ params: { id } }, caller) => {
      if ((await files.dropFile(db, memberOf(caller).memberId, id)) === 0) throw notFound()
      return null
    },

    'GET /api/profile/tickets/{id}': ({ params: { id } }, caller) => conversation(memberOf(caller).memberId, id),

    'POST /api/profile/tickets/{id}/reply': async ({ params: { id }, body }, caller) => {
      const { memberId } = memberOf(caller)
      await writing.reply({ ...body, ticketId: id, memberId })
      return conversation(memberId, id)
    },

    'POST /api/profile/tickets/{id}/close': async ({ params: { id } }, caller) => {
      const { memberId } = memberOf(caller)
      await writing.move({ ticketId: id, memberId, closed: true })
      return conversation(memberId, id)
    },

    'POST /api/profile/tickets/{id}/reopen': async ({ params: { id } }, caller) => {
      const { memberId } = memberOf(caller)
      await writing.move({ ticketId: id, memberId, closed: false })
      return conversation(memberId, id)
    },
  })
}

function explain(error: unknown): never {
  throw error instanceof FileRefused ? refused(`support.file.${error.message}`) : error
}

function show({ memberId: _, locale: __, createdAt, updatedAt, ...ticket }: store.TicketRow): Ticket {
  return {
    ...ticket,
    reference: referenceOf(ticket.id),
    createTime: createdAt.toISOString(),
    updateTime: updatedAt.toISOString(),
  }
}

export async function messages(db: Queryable, ticketId: string): Promise<Conversation['messages']> {
  const rows = await store.messagesOf(db, ticketId, MOST_MESSAGES)
  return rows.map(({ answeredBy, createdAt, ...message }) => ({
    ...message,
    author: answeredBy === null ? ('member' as const) : ('shop' as const),
    postTime: createdAt.toISOString(),
  }))
}
