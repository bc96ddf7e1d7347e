// What people in the back office change of the catalogue.
import { z } from 'zod'
import { FieldChanges, TypedChanges } from '#platform/field-changes.ts'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import {
  HIGHEST_CENTS,
  LONGEST_CATEGORY_NAME,
  LONGEST_SKU_CODE,
  LONGEST_TEXT,
  LONGEST_VARIANT,
  MOST_FACETS,
} from './limits.ts'
import { Product } from './office.ts'
import { Id, LANGUAGES } from './office-shapes.ts'

const Reason = z.string().trim().min(1).max(LONGEST_REASON)
/** US dollars. */
const Price = z.number().positive().max(Math.floor(HIGHEST_CENTS / 100)).multipleOf(0.01) // biome-ignore format: one line
const PriceChanges = z
  .array(z.object({ field: z.string().regex(/^offer\.\d{1,9}\.price$/), from: Price, to: Price }))
  .max(500)
const Slug = z.string().trim().max(100)
const Name = z.string().trim().min(1).max(LONGEST_TEXT.name)
const Version = {
  /** Empty: made from the address. */
  skuCode: z.string().trim().max(LONGEST_SKU_CODE).default(''),
  edition: z.string().trim().max(LONGEST_VARIANT).default(''),
  denomination: z.string().trim().max(LONGEST_VARIANT).default(''),
  platformIds: z.array(z.number().int()).max(MOST_FACETS).default([]),
  regionId: z.number().int().min(0).default(0),
  price: Price,
}
/** An id made by who asks. Asked again under it within a day, after an answer that was lost, it is what was made then. */
const Attempt = z.uuid().optional()
const MADE = z.object({ id: z.number() })

export const productsOfficeChanges = defineContract({
  'POST /office/products/{id}': {
    summary:
      'Changes texts, versions and whatever else a product is, by the field: `name.de`, `categoryId`, `sku.7.edition`, `offer.9.active`, `isDraft`; with them what its offers cost (`prices`, for which `prices.write` is needed too)',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges, prices: PriceChanges.default([]) }),
    maxBodyBytes: 3_000_000,
    data: Product,
  },
  'POST /office/products/{id}/prices': {
    summary:
      'Changes what its offers cost, in US dollars, by the field `offer.9.price`; `conflicts` as with its other fields. What falls by more than half asks for a proof (`login.proveAgain`).',
    access: { staff: 'prices.write' },
    params: z.object({ id: Id }),
    body: z.object({
      changes: PriceChanges.min(1),
      reason: z.string().trim().max(LONGEST_REASON).default(''),
    }),
    data: Product,
  },
  'POST /office/products/{id}/preview': {
    summary:
      'Its page of the shop with what would be changed of it, for an hour: `path` is where, and nobody else knows it. Nothing is saved; a draft can be seen so, too.',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({
      language: z.enum(LANGUAGES),
      changes: TypedChanges.default([]),
      prices: PriceChanges.default([]),
    }),
    maxBodyBytes: 3_000_000,
    data: z.object({ path: z.string() }),
  },
  'GET /office/slug': {
    summary: 'An address that is free, made from a name',
    access: { staff: 'catalogue.write' },
    query: z.object({ name: z.string().trim().max(LONGEST_TEXT.name) }),
    data: z.object({ slug: z.string() }),
  },
  'POST /office/products': {
    summary:
      'A new product with one version and one offer of the shop itself; a draft, which nobody sees until it is put on sale. It has a price, so `prices.write` is needed too.',
    access: { staff: 'catalogue.write' },
    body: z.object({
      categoryId: z.number().int(),
      name: Name,
      slug: Slug,
      keyType: z.number().int().min(0).max(1).default(0),
      ...Version,
    }),
    data: MADE,
  },
  'POST /office/products/{id}/duplicate': {
    summary: 'The same as a draft of its own: texts, versions and prices, without its keys',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ name: Name, attempt: Attempt }),
    data: MADE,
  },
  'POST /office/products/{id}/versions': {
    summary:
      'One more version of it, with an offer of the shop itself; it has a price, so `prices.write` is needed too',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ ...Version, attempt: Attempt }),
    data: MADE,
  },
  'POST /office/categories': {
    summary: 'A new category, the last of its level',
    access: { staff: 'catalogue.write' },
    body: z.object({
      parentId: z.number().int().nullable(),
      name: z.string().trim().min(1).max(LONGEST_CATEGORY_NAME),
      slug: Slug,
      type: z.number().int().min(0).max(2),
    }),
    data: MADE,
  },
  'POST /office/categories/{id}': {
    summary: 'Changes a category by the field: `name.de`, `slug`, `parentId` (0: none), `position`, `type`',
    access: { staff: 'catalogue.write' },
    params: z.object({ id: Id }),
    body: z.object({ changes: FieldChanges }),
    data: z.null(),
  },
  'POST /office/offers/{id}/plans': {
    summary:
      'Plans what an offer costs from a moment on. Less than half of what it costs, or of a plan that begins before, asks for a proof (`login.proveAgain`).',
    access: { staff: 'prices.write' },
    params: z.object({ id: Id }),
    body: z.object({ price: Price, at: z.iso.datetime({ offset: true }), reason: Reason, attempt: Attempt }),
    data: MADE,
  },
  'POST /office/plans/{id}/cancel': {
    summary: 'A planned price does not come',
    access: { staff: 'prices.write' },
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    data: z.null(),
  },
})

type ProductsOfficeChanges = typeof productsOfficeChanges
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ProductsOfficeChanges {}
}
