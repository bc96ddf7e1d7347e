// A product as lists, searches and the home page show it. Prices are US dollars.
import { z } from 'zod'
import { Reduction } from '#rooms/prices/schemas.ts'

/** How much of the stock the public sees (decision C3, rules.ts). */
export const ShownStock = z.object({
  stock: z.number(),
  /** There is more than `stock`. */
  stockIsMore: z.boolean(),
})
export type ShownStock = z.infer<typeof ShownStock>

export const ProductCard = z.object({
  id: z.number(),
  name: z.string(),
  /** Path of the picture, 480 wide; other widths and formats stand beside it, see products/pictures.ts. */
  img: z.string(),
  /** Null: nobody offers it. */
  lowPrice: z.number().nullable(),
  inStock: z.boolean(),
  urlName: z.string(),
  zhname: z.string(),
  platforms: z.array(z.string()),
  region: z.string().nullable(),
  /** Of the price that is shown; in the currency that the header `x-currency` names, else in US dollars. */
  reduction: Reduction,
  /** In a list narrowed to platforms or regions: the version that is shown, by which the product's page opens. */
  sku: z.number().optional(),
  /** In a search: nothing has all of the words that were typed; this has most of them. */
  similar: z.boolean().optional(),
})
export type ProductCard = z.infer<typeof ProductCard>
