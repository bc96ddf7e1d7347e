// The order that a call names. Its caller may see it: such calls are for its holder.
import type { Queryable } from '#platform/database/database.ts'
import { notFound } from '#platform/http/errors.ts'
import { type KeptOrder, orderById } from '../store.ts'

export async function ownOrder(db: Queryable, id: string): Promise<KeptOrder> {
  const order = await orderById(db, id)
  if (!order) throw notFound()
  return order
}
