// What products can be filtered by, as the back office makes and changes it.
import { z } from 'zod'
import { FieldChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { LONGEST_FACET_CODE, LONGEST_FACET_NAME, MOST_COUNTRIES, SHELVES_PER_PAGE, USES_COUNTED } from './limits.ts'
import { Id } from './office-shapes.ts'

export const FACET_KINDS = ['platform', 'region', 'language', 'genre'] as const
const Kind = z.enum(FACET_KINDS)

const Facet = z.object({
  id: z.number(),
  kind: Kind,
  code: z.string(),
  /** By language; a language that has none is not there. */
  name: z.record(z.string(), z.string()),
  /** Of a region: ISO 3166 codes where its keys work; null: everywhere. */
  countries: z.array(z.string()).nullable(),
  position: z.number(),
})

export const facetsOffice = defineContract({
  'GET /office/facets': {
    summary: `Values of one kind in their order, ${SHELVES_PER_PAGE} at a time. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'catalogue.read' },
    query: z.object({ kind: Kind, after: z.string().max(40).optional() }),
    data: z.object({ rows: z.array(Facet), next: z.string().nullable() }),
  },
  'GET /office/facets/{id}': {
    summary: `One value, and how many products have it, counted to ${USES_COUNTED}. \`seen\` is another after every change of it.`,
    access: { staff: 'catalogue.read' },
    params: z.object({ id: Id }),
    data: Facet.extend({ seen: z.string(), used: z.object({ count: z.number(), isMore: z.boolean() }) }),
  },
  'GET /office/facets/{id}/products': {
    summary: `Products that have it, by id, drafts too, ${SHELVES_PER_PAGE} at a time`,
    access: { staff: 'catalogue.read' },
    params: z.object({ id: Id }),
    query: z.object({ after: z.coerce.number().int().min(0).max(2_147_483_647).default(0) }),
    data: z.object({
      rows: z.array(z.object({ id: z.number(), name: z.string(), isDraft: z.boolean() })),
      next: z.number().nullable(),
    }),
  },
  'POST /office/facets': {
    summary: 'A new value, the last of its kind. Its code stays: imports and pictures know it by that.',
    access: { staff: 'catalogue.write' },
    body: z.object({
      kind: Kind,
      code: z.string().trim().max(LONGEST_FACET_CODE),
      name: z.string().trim().min(1).max(LONGEST_FACET_NAME),
      /** Of a region: empty is everywhere. */
      countries: z.string().trim().max(MOST_COUNTRIES * 4).default(''), // biome-ignore format: one line
    }),
    data: z.object({ id: z.number() }),
  },
  'POST /office/facets/{id}': {
    summary:
      'Changes it by the field: `name.de`, `position`, and of a region `countries`, codes with spaces between them (empty: everywhere)',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges }),
    data: z.null(),
  },
  'POST /office/facets/{id}/remove': {
    summary: 'Removes what no product has. `seen` is what it was when somebody decided that.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ seen: z.string().max(40), reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.null(),
  },
})

type FacetsOffice = typeof facetsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends FacetsOffice {}
}
