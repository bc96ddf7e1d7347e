// Serves the levels, and where a member stands among them.
import { CallError } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import type { House } from '#platform/room.ts'
import { levelsContract } from './contract.ts'
import type { MemberLevels } from './hands.ts'
import { type Level, levelAt } from './rules.ts'
import { LEVELS, POINT_VALUE } from './settings.ts'
import { countHistory, historyOf, rewardsOf } from './store.ts'

export function levelsCalls({ db, settings }: House, levels: MemberLevels) {
  return serves(levelsContract, {
    'GET /api/getUserLevelInfo/{id}': async ({ params }, caller) => {
      const { title, discount } = await levels.standingOf(db, self(caller, params.id))
      return { title, discount }
    },

    'GET /api/profile/memberGroup': async ({ query }, caller) => {
      const { points, pending, growth } = await rewardsOf(db, self(caller, query.memberId))
      const all = settings.read(LEVELS)
      const { level, next } = levelAt(all, growth)
      const shown = (one: Level) => ({
        level: all.indexOf(one) + 1,
        name: one.name,
        discount: one.discount,
        consumption: one.growth,
      })
      return {
        levels: all.map(shown),
        level: all.indexOf(level) + 1,
        nextLevel: next ? shown(next) : null,
        totalConsumption: toMajor(growth),
        currentPoints: toMajor(points),
        pendingPoints: toMajor(pending),
        pointsExchangeRate: settings.read(POINT_VALUE),
      }
    },

    'GET /api/profile/points': async ({ query }, caller) => {
      const { memberId } = memberOf(caller)
      const rows = await historyOf(db, memberId, rowsOfPage(query))
      return {
        rows: rows.map(({ id, at, reason, orderId, orderNo, points, pending, growth, now }) => ({
          id,
          at: at.toISOString(),
          reason,
          orderId,
          orderNo,
          points: toMajor(points),
          currentPoints: toMajor(now.points),
          pendingPoints: toMajor(pending),
          currentPendingPoints: toMajor(now.pending),
          consumption: toMajor(growth),
          totalConsumption: toMajor(now.growth),
        })),
        total: await countHistory(db, memberId),
      }
    },
  })
}

/** Whoever is signed in; 403 where the input names somebody else (decision A6). */
function self(caller: Caller, named: string | undefined): string {
  const { memberId } = memberOf(caller)
  if (named && named !== memberId) throw new CallError(403, 'error.forbidden')
  return memberId
}
