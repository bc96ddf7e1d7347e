// All uploaded pictures and where each is used, as the back office looks through them and clears them up.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { PICTURES_PER_PAGE, USE_KINDS, USES_SHOWN } from './limits.ts'
import { PictureId } from './office-shapes.ts'

const Use = z.object({
  kind: z.enum(USE_KINDS),
  /** Of the product, the banner or the piece of news; of a logo `light` or `dark`. */
  id: z.string(),
  /** In the reader's language, else in English; a logo has none. */
  name: z.string(),
})

export const officeLibrary = defineContract({
  'GET /office/pictures': {
    summary: `All pictures that were uploaded, whole, the newest first, ${PICTURES_PER_PAGE} at a time, with where they or parts of them are used: ${USES_SHOWN} places of each kind. \`after\` is the \`next\` of the page before; with \`only\` a page may have fewer and still a next one.`,
    access: { staff: 'catalogue.read' },
    query: z.object({ only: z.enum(['used', 'unused']).optional(), after: z.string().max(120).optional() }),
    data: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          /** Pixels, as it is kept. */
          width: z.number(),
          height: z.number(),
          bytes: z.number(),
          uploadedAt: z.iso.datetime(),
          /** Null: a program, or nobody noted it. */
          uploadedBy: z.string().nullable(),
          uses: z.array(Use),
          /** It is used in more places than these. */
          isMore: z.boolean(),
        }),
      ),
      next: z.string().nullable(),
    }),
  },
  'GET /office/pictures/{id}/thumbnail': {
    summary: 'An uploaded picture, small',
    access: { staff: 'catalogue.read' },
    params: z.object({ id: PictureId }),
    download: ['image/webp'],
  },
  'POST /office/pictures/{id}/remove': {
    summary: 'Removes a whole picture, with its parts, that nothing uses',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: PictureId }),
    body: z.object({ reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.null(),
  },
})

type OfficeLibrary = typeof officeLibrary
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OfficeLibrary {}
}
