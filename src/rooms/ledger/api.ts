// Serves a member's balance, and turns points into some of it.
import type { Queryable } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import type { House } from '#platform/room.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { ledgerContract } from './contract.ts'
import { credit } from './hands.ts'
import { balanceOf, countHistory, hasTurned, historyOf, lockBalance } from './store.ts'

/** Who knows a member's orders: their ids by number, of those that he is shown. */
export type OrderIds = (
  db: Queryable,
  memberId: string,
  orderNos: readonly string[],
) => Promise<ReadonlyMap<string, string>>

declare module '#platform/room.ts' {
  interface Declarations {
    orderIds: Record<string, OrderIds>
  }
}

export function ledgerCalls({ db, declared }: House, levels: MemberLevels) {
  /** Of one page of the history: one statement of each room that has orders. */
  async function idsOf(memberId: string, references: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const orderNos = [...new Set(references.filter((reference) => reference !== null))]
    if (orderNos.length === 0) return new Map()
    const known = await Promise.all(Object.values(declared('orderIds')).map((ids) => ids(db, memberId, orderNos)))
    return new Map(known.flatMap((ids) => [...ids]))
  }

  return serves(ledgerContract, {
    'GET /api/profile/balance': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const found = await historyOf(db, memberId, rowsOfPage(query))
      // What the shop calls its corrections is its own.
      const rows = found.map((row) => (row.kind === 'adjustment' ? { ...row, reference: null } : row))
      const orderIds = await idsOf(
        memberId,
        rows.map(({ reference }) => reference),
      )
      return {
        rows: rows.map(({ cents, balance, at, ...row }) => ({
          ...row,
          orderId: (row.reference && orderIds.get(row.reference)) ?? null,
          at: at.toISOString(),
          amount: toMajor(cents),
          balance: toMajor(balance),
        })),
        total: await countHistory(db, memberId),
      }
    },

    'POST /api/profile/points/toBalance': ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      const points = fromMajor(body.points)
      return db.transaction(async (tx) => {
        // The balance before the points, as a purchase from it locks them.
        await lockBalance(tx, memberId)
        // Locks the member's points: whoever asks again waits here until it is known what became of the first.
        const { left, cents } = await levels.worthOf(tx, memberId, points)
        const cause = `points ${memberId} ${body.requestId}`
        if (cents > 0 && (await credit(tx, { cause, kind: 'points', memberId, cents, against: 'points' }))) {
          if (left < 0) throw refused('points.tooFew')
          await levels.spend(tx, memberId, points)
          return { balance: toMajor(await balanceOf(tx, memberId)), points: toMajor(left) }
        }
        // Asked for again, at whatever rate.
        if (!(await hasTurned(tx, { cause, memberId, points })))
          throw refused(cents > 0 ? 'error.idempotencyReused' : 'points.nothing')
        return { balance: toMajor(await balanceOf(tx, memberId)), points: toMajor(left + points) }
      })
    },
  })
}
