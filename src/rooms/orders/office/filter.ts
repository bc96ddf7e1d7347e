// What the list's address may say.
import { getRouteApi } from '@tanstack/react-router'
import type { OrderStatus } from '../rules.ts'

export const STATUSES: readonly OrderStatus[] = ['Unpaid', 'Paid', 'Processing', 'Delivered', 'Completed', 'Disputed', 'Refunded', 'PartlyRefunded', 'Cancelled', 'Expired'] // biome-ignore format: a list of words

export interface OrdersSearch {
  status?: string | undefined
  q?: string | undefined
  product?: number | undefined
  sku?: number | undefined
  /** Days: `2024-01-31`. */
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
  columns?: string | undefined
  after?: string | undefined
}

const route = getRouteApi('/frame/orders')

/** As the calls take it; a status that is none is none. `kept`: what another status leaves as it is. */
export function useFilter() {
  const { status, q, product, sku, from, to, sort, columns, after } = route.useSearch()
  const filter = { status: STATUSES.find((each) => each === status), q: q || undefined, product, sku, from, to }
  const order = sort === 'oldest' ? ('oldest' as const) : undefined
  return { filter, sort: order, columns, after, kept: { ...filter, sort: order, columns } }
}
