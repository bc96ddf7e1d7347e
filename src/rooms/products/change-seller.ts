// Making, renaming, closing and opening sellers.
import type { Database } from '#platform/database/database.ts'
import type { FieldChange } from '#platform/field-changes.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { changesOf, wrong } from './changing.ts'
import { SELLER_OFFERS } from './jobs.ts'
import { LONGEST_SELLER_NAME } from './limits.ts'
import { checkText } from './localized-fields.ts'
import * as store from './seller-store.ts'

const AT_ONCE = 500
const subject = (id: number) => ({ kind: 'seller', id: String(id) }) as const

export function changingSellers(db: Database) {
  return {
    create: (name: string, by: Who) =>
      db.transaction(async (tx) => {
        checkText('name', name, LONGEST_SELLER_NAME)
        if (await store.isNameTaken(tx, name, null)) throw wrong('name', 'shelves.sellerTaken')
        const id = await store.addSeller(tx, name)
        await audit(tx, { by, act: 'seller.create', subject: subject(id), after: { name } })
        return id
      }),

    save: (id: number, wanted: readonly FieldChange[], by: Who) =>
      db.transaction(async (tx) => {
        const seller = await store.lockSeller(tx, id)
        if (!seller) throw notFound()
        // It is called what the shop is called, which is a setting.
        if (seller.isShop) throw refused('shelves.refused.ownSeller')
        const name = changesOf({ name: seller.name }, wanted).at(-1)?.after
        if (name === undefined) return
        if (typeof name !== 'string') throw wrong('name', 'error.invalid')
        checkText('name', name, LONGEST_SELLER_NAME)
        if (await store.isNameTaken(tx, name, id)) throw wrong('name', 'shelves.sellerTaken')
        await store.renameSeller(tx, id, name)
        await audit(tx, {
          ...{ by, act: 'seller.change', subject: subject(id) },
          ...{ before: { name: seller.name }, after: { name } },
        })
      }),

    /** His offers follow a moment later. */
    close: (id: number, isClosed: boolean, seen: string, by: Who, reason: string) =>
      db.transaction(async (tx) => {
        const seller = await store.lockSeller(tx, id)
        if (!seller) throw notFound()
        if (seller.isShop) throw refused('shelves.refused.ownSeller')
        if (seller.seen !== seen || (seller.closedAt !== null) === isClosed) throw refused('catalogue.refused.changed')
        await store.setClosed(tx, id, isClosed)
        await audit(tx, {
          ...{ by, act: isClosed ? 'seller.close' : 'seller.open', subject: subject(id), reason },
          ...{ before: { closed: !isClosed }, after: { closed: isClosed } },
        })
        await enqueue(tx, SELLER_OFFERS, { sellerId: id })
      }),

    /** The job. */
    async follow(id: number): Promise<void> {
      while ((await db.transaction((tx) => store.followSeller(tx, id, AT_ONCE))) > 0);
    },
  }
}

export type ChangingSellers = ReturnType<typeof changingSellers>
