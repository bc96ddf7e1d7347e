// Calls by which one change is made to many products at once.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { MOST_CHOSEN } from './limits.ts'
import { ProductFilter } from './office.ts'

const Ids = z.array(z.number().int().min(1).max(2_147_483_647)).max(MOST_CHOSEN)

/** Whatever the filter lists but these, or these alone. */
const Select = z.union([
  z.strictObject({ filter: z.object(ProductFilter), except: Ids }),
  z.strictObject({ only: Ids.min(1) }),
])
const Price = z.strictObject({
  what: z.literal('price'),
  /** Hundredths of a percent. */
  basisPoints: z.number().int().min(-9_999).max(100_000),
  /** US cents, added after the percentage. */
  cents: z.number().int().min(-10_000_000).max(10_000_000),
  /** The cents on which each price then ends, as near as can be. */
  ending: z.union([z.literal(99), z.literal(95), z.literal(90), z.literal(0), z.null()]),
})
const Sale = z.strictObject({ what: z.literal('sale'), on: z.boolean() })
const Category = z.strictObject({ what: z.literal('category'), categoryId: z.number().int().min(1) })
const Change = z.discriminatedUnion('what', [Price, Sale, Category])

const Start = {
  /** Made by who asks. Asked again under it, after an answer that was lost, it is the change that began then. */
  id: z.uuid(),
  select: Select,
  /** `rows` of the preview: when it is another number meanwhile, nothing begins (`catalogue.refused.selectionChanged`). */
  seen: z.number().int(),
  reason: z.string().trim().min(1).max(LONGEST_REASON),
}
/** Members who wished for what is changed are told of it by mail, as of any other change. */
const tells = z.boolean().default(false)
const Begun = z.object({ id: z.uuid() })

const Edit = z.object({
  id: z.uuid(),
  change: Change,
  undoes: z.uuid().nullable(),
  undoneBy: z.uuid().nullable(),
  tells: z.boolean(),
  state: z.enum(['running', 'done']),
  total: z.number(),
  changed: z.number(),
  skipped: z.number(),
  by: z.string(),
  reason: z.string(),
  madeAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

export const productsOfficeBulk = defineContract({
  'POST /office/bulk/preview': {
    summary: 'How many products and rows (offers, or products) it would be, and what the first of them would become',
    access: { staff: 'catalogue.read' },
    body: z.object({ select: Select, change: Change }),
    data: z.object({
      products: z.number(),
      rows: z.number(),
      examples: z.array(
        z.object({
          productId: z.number(),
          name: z.string(),
          skuCode: z.string(),
          /** US dollars, 0 or 1 for on sale, or a category. */
          before: z.number(),
          /** Null: it cannot become that, and stays. */
          after: z.number().nullable(),
        }),
      ),
    }),
  },
  'POST /office/bulk/wishers': {
    summary: 'How many members wish for something of what is selected and want mails about that',
    access: { staff: 'catalogue.read' },
    body: z.object({ select: Select }),
    data: z.object({ wishers: z.number() }),
  },
  'POST /office/bulk/prices': {
    summary:
      'Changes the price of every offer of what is selected, as a job. More than half off, or an amount off each, asks for a proof (`login.proveAgain`).',
    access: { staff: 'prices.write' },
    body: z.object({ ...Start, change: Price, tells }),
    data: Begun,
  },
  'POST /office/bulk/products': {
    summary: 'Takes every offer of what is selected on or off sale, or the products to another category, as a job',
    access: { staff: 'catalogue.write' },
    body: z.object({ ...Start, change: z.discriminatedUnion('what', [Sale, Category]), tells }),
    data: Begun,
  },
  'GET /office/bulk': {
    summary: 'The latest fifty, the newest first',
    access: { staff: 'catalogue.read' },
    data: z.object({ edits: z.array(Edit) }),
  },
  'GET /office/bulk/{id}': {
    summary: 'One, with how far it is and the first hundred rows that it left as they were',
    access: { staff: 'catalogue.read' },
    params: z.object({ id: z.uuid() }),
    data: z.object({
      ...Edit.shape,
      left: z.array(
        z.object({ productId: z.number(), name: z.string(), why: z.enum(['same', 'touched', 'impossible', 'gone']) }),
      ),
    }),
  },
  'POST /office/bulk/{id}/undo': {
    summary: 'Restores, as a second job, every row that nobody touched since; prices ask for `prices.write`',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: z.uuid() }),
    body: z.object({ reason: Start.reason }),
    data: Begun,
  },
})

type ProductsOfficeBulk = typeof productsOfficeBulk
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ProductsOfficeBulk {}
}
