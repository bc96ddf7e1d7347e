// The calls of the wishlist.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { wishesContract } from './contract.ts'
import { MOST_WISHES } from './limits.ts'
import { readSilenceToken } from './silence-link.ts'
import * as store from './store.ts'
import type { ShowWishes } from './views.ts'
import { wishOf } from './wire.ts'

export interface WishesOptions {
  db: Database
  keyring: Keyring
  show: ShowWishes
}

export function wishesCalls({ db, keyring, show }: WishesOptions) {
  return serves(wishesContract, {
    'GET /api/profile/wishlist': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const [rows, total] = await Promise.all([
        store.wishPage(db, memberId, rowsOfPage(query)),
        store.wishCount(db, memberId),
      ])
      return { rows: await show(rows, caller), total }
    },

    'GET /api/profile/wishlist/ids': (_, caller) => store.wishedProducts(db, memberOf(caller).memberId),

    'POST /api/profile/wishlist': async ({ body }, caller) => {
      const { productId, skuId } = wishOf(body)
      const { memberId } = memberOf(caller)
      return { added: await db.transaction((tx) => wish(tx, memberId, productId, skuId)) }
    },

    'DELETE /api/profile/wishlist': async ({ query: { productId } }, caller) => ({
      removed: (await store.removeWish(db, memberOf(caller).memberId, productId)) > 0,
    }),

    'GET /api/profile/wishlist/mails': async (_, caller) => ({
      wanted: !(await store.isSilent(db, memberOf(caller).memberId)),
    }),

    'POST /api/profile/wishlist/mails': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      await (body.wanted ? store.endSilence(db, memberId) : store.silence(db, memberId))
      return null
    },

    'POST /api/wishlist/silence': async ({ body }) => {
      const memberId = readSilenceToken(keyring, body.token)
      if (!memberId) throw refused('wishlist.badLink')
      // Once more, or for a member who is no more: there is nothing left to do.
      await store.silence(db, memberId)
      return null
    },
  })
}

/** Answers whether it was not on the list. */
async function wish(
  tx: Parameters<typeof store.queueUp>[0],
  memberId: string,
  productId: number,
  skuId: number | null,
): Promise<boolean> {
  await store.queueUp(tx, memberId)
  if (!(await store.canBeWished(tx, productId, skuId))) throw notFound()
  const known = await store.wishOf(tx, memberId, productId)
  const isListed = known !== undefined && !known.removed
  const isAsBefore = skuId === null || skuId === known?.skuId
  if (isListed && isAsBefore) return false
  if (!isListed && (await store.wishCount(tx, memberId)) >= MOST_WISHES) throw refused('wishlist.full')
  if (known?.canComeBack && isAsBefore) await store.takeBackRemoval(tx, memberId, productId)
  else await store.putWish(tx, memberId, productId, skuId)
  return !isListed
}
