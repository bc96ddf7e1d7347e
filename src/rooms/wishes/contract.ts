// The wishlist of a member (decisions A10, F9). Nothing in it has an id of its own: a wish is a product of whoever asks.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { ProductCard, ShownStock } from '#rooms/products/schemas.ts'

const productId = z.coerce.number().int().min(1).max(2_147_483_647)
const id = z.number().int().min(1).max(2_147_483_647)

/** A product as lists show it; where a version was chosen, price, stock and picture are that one's. */
export const Wish = ProductCard.omit({ similar: true }).extend({
  /** He wishes for one version of it; what follows is that one's. */
  chosen: z.boolean(),
  /** What tells it from the product's others; empty where none was chosen. */
  version: z.string(),
  /** SKU and offer that would be bought now; null: nobody offers it. */
  extId: z.number().nullable(),
  supplyProductId: z.number().nullable(),
  ...ShownStock.shape,
  /** US dollars when it was wished for; null: nobody offered it then. */
  priceThen: z.number().nullable(),
  /** Whole percent that it costs less since. */
  percentLess: z.number().nullable(),
  addTime: z.iso.datetime(),
})
export type Wish = z.infer<typeof Wish>

export const wishesContract = defineContract({
  'GET /api/profile/wishlist': {
    summary: 'What the member wishes for, the newest first, with price and stock as they are now',
    access: 'member',
    query: z.object({
      ...pageQuery(),
    }),
    rows: Wish,
  },
  'GET /api/profile/wishlist/ids': {
    summary: 'The products on the wishlist, for the hearts on a page',
    access: 'member',
    data: z.array(z.number()),
  },
  'POST /api/profile/wishlist': {
    summary: 'Wishes for a product; once more changes nothing, or the version (extId)',
    access: 'member',
    perMinute: 120,
    body: z.object({ productId: id, extId: id.nullish() }),
    data: z.object({ added: z.boolean() }),
  },
  'DELETE /api/profile/wishlist': {
    summary: 'Takes a product off the wishlist, if it is on it; wished for again within an hour, it is as it was',
    access: 'member',
    perMinute: 120,
    query: z.object({ productId }),
    data: z.object({ removed: z.boolean() }),
  },
  'GET /api/profile/wishlist/mails': {
    summary: 'Whether the member gets mails about lower prices and new stock',
    access: 'member',
    data: z.object({ wanted: z.boolean() }),
  },
  'POST /api/profile/wishlist/mails': {
    summary: 'Whether the member wants such mails',
    access: 'member',
    body: z.object({ wanted: z.boolean() }),
    data: z.null(),
  },
  'POST /api/wishlist/silence': {
    summary: 'No more such mails, by the link that stands in each of them',
    access: 'public',
    perMinute: 30,
    body: z.object({ token: z.string().min(1).max(200) }),
    data: z.null(),
  },
})

type WishesCalls = typeof wishesContract
declare module '#browser/calls.ts' {
  interface Calls extends WishesCalls {}
}
