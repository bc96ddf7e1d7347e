// What every change of a product begins and ends with.
import type { Database, Transaction } from '#platform/database/database.ts'
import { type FieldChange, type Fields, type Merged, merge } from '#platform/field-changes.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { followChanges } from './listing-store.ts'
import { lockOffers, offersOf } from './offer-store.ts'
import * as store from './office-store.ts'
import { type Edited, SLUG } from './product-fields.ts'

/** So many notes of changes are followed with an act of a person, so that the list he comes back to has what he did. */
const FOLLOWED = 500

/** One transaction; what was done is in the list when it ends. */
export const changing = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withoutRival(() =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      await followChanges(tx, FOLLOWED)
      return result
    }),
  )

/** Somebody who took the same address or code between a look and the insert is seen by the second look. */
async function withoutRival<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return work()
  }
}

export const wrong = (path: string, message: string) => invalid([{ path, message }])

export type Changes = Merged['changes']

/** What is to be changed. Throws 400 where a field is gone, and 422 where somebody else made something different of one. */
export function changesOf(now: Fields, wanted: readonly FieldChange[]): Changes {
  const { changes, conflicts, unknown } = merge(now, wanted)
  if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message: 'catalogue.gone' })))
  if (conflicts.length > 0) throw refused('catalogue.refused.changed', { conflicts })
  return changes
}

/** For the audit log. */
export const beforeAndAfter = (changes: Changes) => ({
  before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
  after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
})

/** Locked, with all that belongs to it. Throws 404. */
export async function openProduct(tx: Transaction, id: number): Promise<Edited> {
  if (!(await store.lockProduct(tx, id))) throw notFound()
  const product = (await store.wholeProduct(tx, id))!
  const versions = await store.versionsOf(tx, id)
  const ids = (await offersOf(tx, id)).map((offer) => offer.id)
  return { product, versions, offers: await lockOffers(tx, ids) }
}

export async function checkSlug(tx: Transaction, slug: string, id: number | null): Promise<void> {
  const checked = SLUG.safeParse(slug)
  if (!checked.success) throw wrong('slug', checked.error.issues[0]!.message)
  if ((await store.slugsOfOthers(tx, [slug], id)).size > 0) throw wrong('slug', 'catalogue.slugTaken')
}
