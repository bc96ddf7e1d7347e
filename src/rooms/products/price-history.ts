// What a product's offers cost until when, who changed it and how. The price is kept by a trigger, whoever changes it; who it was stands in
// the audit log, written in the same transaction and so with the same moment.
import type { Queryable } from '#platform/database/database.ts'
import { toMajor } from '#platform/money.ts'
import { doneAt } from '#rooms/audit/hands.ts'
import type { PRICE_WAYS } from './limits.ts'
import { pastPricesOf } from './offer-store.ts'

type Done = Awaited<ReturnType<typeof doneAt>>[number]

/** The latest first. */
export async function priceHistory(db: Queryable, productId: number) {
  const past = await pastPricesOf(db, productId)
  const done = await doneAt(
    db,
    { kind: 'product', id: String(productId) },
    past.map(({ exactly }) => exactly),
  )
  return past.map(({ offerId, until, exactly, priceCents, nextCents }) => {
    const act = done.find(({ at, after }) => at === exactly && `offer.${offerId}.price` in after)
    return {
      ...{ offerId, until: until.toISOString(), price: toMajor(priceCents), next: toMajor(nextCents) },
      ...{ how: wayOf(act), by: act?.actor ?? '', reason: act?.reason ?? '' },
    }
  })
}

function wayOf(act: Done | undefined): (typeof PRICE_WAYS)[number] {
  if (!act) return 'feed'
  if ('plan' in act.after) return 'plan'
  return 'bulk' in act.after ? 'bulk' : 'hand'
}
