// Who sells, as the back office lists and changes them.
import { z } from 'zod'
import { FieldChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { LONGEST_SELLER_NAME, SHELVES_PER_PAGE, USES_COUNTED } from './limits.ts'
import { Id } from './office-shapes.ts'

const Counted = z.object({ count: z.number(), isMore: z.boolean() })
const Seller = z.object({
  id: z.number(),
  name: z.string(),
  /** The shop itself: called what the shop is called, and never closed. */
  isShop: z.boolean(),
  createdAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** Of his offers, counted to USES_COUNTED. */
  onSale: Counted,
  offSale: Counted,
})
const Close = z.object({ seen: z.string().max(40), reason: z.string().trim().min(1).max(LONGEST_REASON) })

export const sellersOffice = defineContract({
  'GET /office/sellers': {
    summary: `Who sells, by name, ${SHELVES_PER_PAGE} at a time, with their offers counted to ${USES_COUNTED}. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'catalogue.read' },
    query: z.object({ after: z.string().max(400).optional() }),
    data: z.object({ rows: z.array(Seller), next: z.string().nullable() }),
  },
  'GET /office/sellers/{id}': {
    summary: 'One seller. `seen` is another after every change.',
    access: { staff: 'catalogue.read' },
    params: z.object({ id: Id }),
    data: Seller.extend({ seen: z.string() }),
  },
  'POST /office/sellers': {
    summary: 'A new seller; offers of his come by imports',
    access: { staff: 'catalogue.write' },
    body: z.object({ name: z.string().trim().min(1).max(LONGEST_SELLER_NAME) }),
    data: z.object({ id: z.number() }),
  },
  'POST /office/sellers/{id}': {
    summary: 'Changes a seller by the field: `name`',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges }),
    data: z.null(),
  },
  'POST /office/sellers/{id}/close': {
    summary:
      'Takes whatever he offers off sale, and what imports bring of his. `seen` as of `GET /office/sellers/{id}`.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: Close,
    data: z.null(),
  },
  'POST /office/sellers/{id}/open': {
    summary: 'What was taken off sale with him is on sale again',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: Close,
    data: z.null(),
  },
})

type SellersOffice = typeof sellersOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends SellersOffice {}
}
