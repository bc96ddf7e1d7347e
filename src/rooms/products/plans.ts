// Prices that come by themselves at a moment: planned with a reason, cancelled as long as they wait, applied once.
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError, invalid, notFound, refused } from '#platform/http/errors.ts'
import { toMajor } from '#platform/money.ts'
import { type Audited, audit, type Employee, type Who } from '#rooms/audit/hands.ts'
import { holdRights, type Waiting, whoMay } from '#rooms/staff/hands.ts'
import { madeBefore } from './made-once.ts'
import { lockOffers, setPrices } from './offer-store.ts'
import * as store from './plan-store.ts'

const MOST_WAITING = 20
const AT_ONCE = 100
const FURTHEST_MS = 3 * 366 * 86_400_000

/** They do not come; answers how many of them waited. */
async function cancelled(
  tx: Transaction,
  ids: readonly number[],
  { by, reason }: { by: Who; reason: string },
): Promise<number> {
  const plans = await store.cancelPlans(tx, ids)
  await audit(
    tx,
    ...plans.map(
      ({ id, offerId, productId, priceCents, at }): Audited => ({
        ...{ by, act: 'price.planCancel', subject: { kind: 'product', id: String(productId) }, reason },
        before: { [`offer.${offerId}.price`]: toMajor(priceCents), at: at.toISOString(), plan: id },
      }),
    ),
  )
  return plans.length
}

export function planningPrices(db: Database) {
  return {
    plan: (
      offerId: number,
      {
        priceCents,
        at,
        reason,
        attempt,
      }: { priceCents: number; at: string; reason: string; attempt?: string | undefined },
      by: Employee,
      /** Throws where who plans it has to prove first who he is. */
      doubt: (change: { from: number; to: number }) => void,
    ) =>
      db.transaction(async (tx) => {
        // Whoever takes the right from him waits, and then finds this plan; or this one waits, and finds that he has it no more.
        await holdRights(tx)
        if (!(await whoMay(tx, [by.staffId], 'prices.write')).has(by.staffId))
          throw new CallError(403, 'error.forbidden')
        const [offer] = await lockOffers(tx, [offerId])
        if (!offer) throw notFound()
        const planned = { [`offer.${offerId}.price`]: toMajor(priceCents), at }
        const before = await madeBefore(tx, { by, act: 'price.plan', attempt, asked: planned })
        if (before) return before.after.plan as number
        const ahead = Date.parse(at) - Date.now()
        if (!(ahead > 0 && ahead < FURTHEST_MS)) throw invalid([{ path: 'at', message: 'catalogue.notAhead' }])
        if ((await store.countWaiting(tx, offerId)) >= MOST_WAITING)
          throw refused('catalogue.refused.manyPlans', { most: MOST_WAITING })
        // Not by the last before it alone: a price would fall by half in each of many plans.
        const dearest = (await store.dearestUntil(tx, offerId, at)) ?? 0
        doubt({ from: Math.max(offer.priceCents, dearest), to: priceCents })
        const id = await store.addPlan(tx, {
          ...{ offerId, priceCents, at, reason },
          ...{ staffId: by.staffId, actor: by.email, address: by.address },
        })
        await audit(tx, {
          ...{ by, act: 'price.plan', subject: { kind: 'product', id: String(offer.productId) }, reason },
          before: { [`offer.${offerId}.price`]: toMajor(offer.priceCents) },
          after: { ...planned, plan: id, attempt },
        })
        return id
      }),

    cancel: (id: number, reason: string, by: Who) =>
      db.transaction(async (tx) => {
        if ((await cancelled(tx, [id], { by, reason })) === 0) throw refused('catalogue.refused.planOver')
      }),

    /** For whoever is about to be blocked, or to change prices no more. */
    inHisName: {
      permission: 'prices.write',
      count: store.countPlansOf,
      cancel: async (tx, staffId, why) => cancelled(tx, await store.waitingPlansOf(tx, staffId), why),
    } satisfies Waiting,

    /** Those whose moment has come, each in the name of who planned it. */
    async apply(): Promise<void> {
      while (await store.isAnyDue(db)) await db.transaction(applySome)
    },
  }

  async function applySome(tx: Transaction): Promise<void> {
    const due = await store.duePlans(tx, AT_ONCE)
    const allowed = await whoMay(tx, [...new Set(due.map(({ staffId }) => staffId))], 'prices.write')
    const plans = due.filter(({ staffId }) => allowed.has(staffId))
    const others = due.filter(({ staffId }) => !allowed.has(staffId)).map(({ id }) => id)
    await cancelled(tx, others, { by: { machineUser: 'shop' }, reason: 'Who planned it may not change prices' })
    const offers = new Map(
      (await lockOffers(tx, [...new Set(plans.map(({ offerId }) => offerId))])).map((one) => [one.id, one]),
    )
    const done = plans.map((plan) => {
      const offer = offers.get(plan.offerId)!
      const before = offer.priceCents
      // Of two for one offer the later one finds what the earlier one made of it.
      offer.priceCents = plan.priceCents
      return { ...plan, before }
    })
    await setPrices(tx, [...offers.values()])
    await store.endPlans(tx, done)
    await audit(
      tx,
      ...done.map(
        ({ id, offerId, productId, before, priceCents, staffId, actor, address, reason }): Audited => ({
          by: { staffId, email: actor, address },
          ...{ act: 'product.price', subject: { kind: 'product', id: String(productId) }, reason },
          before: { [`offer.${offerId}.price`]: toMajor(before) },
          after: { [`offer.${offerId}.price`]: toMajor(priceCents), plan: id },
        }),
      ),
    )
  }
}
