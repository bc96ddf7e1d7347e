// What the back office gets of tickets by itself; the tickets stand in its inbox.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'

export const ticketsOffice = defineContract({
  'GET /office/tickets/files/{id}': {
    summary: 'A file that a member sent with a message. A PDF is only ever saved, never shown.',
    access: { staff: 'inbox.read' },
    params: z.object({ id: z.uuid() }),
    download: ['image/webp', 'application/pdf'],
  },
})
