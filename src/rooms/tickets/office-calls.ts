// Serves the back office the files of tickets.
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { ticketsOffice } from './office.ts'
import { sentFile } from './office-store.ts'

export const ticketsOfficeCalls = (db: Database) =>
  serves(ticketsOffice, {
    'GET /office/tickets/files/{id}': async ({ params: { id } }) => {
      const file = await sentFile(db, id)
      if (!file) throw notFound()
      const { name, mediaType, content } = file
      return { name, mediaType, bytes: new Uint8Array(content), inline: mediaType.startsWith('image/') }
    },
  })
