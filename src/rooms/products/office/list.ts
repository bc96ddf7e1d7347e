// What the list's address may say.
import type { officeCall } from '#browser/office-calls.ts'

export const STATES = ['onSale', 'lowStock', 'withoutKeys', 'off', 'draft', 'withoutPrice'] as const

export interface ProductsSearch {
  state?: string | undefined
  category?: number | undefined
  lacks?: string | undefined
  q?: string | undefined
  sort?: string | undefined
  columns?: string | undefined
  after?: string | undefined
}

export type Row = Awaited<ReturnType<typeof officeCall<'GET /office/products'>>>['rows'][number]
