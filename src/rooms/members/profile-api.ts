// Serves what a member says of himself, and his level.
import type { Database } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { describeMember } from './hands.ts'
import { LEVELS, type Level, levelAt } from './levels.ts'
import { profileContract } from './profile-contract.ts'
import { changeProfile } from './profile-store.ts'
import { memberById } from './store.ts'

export function profileCalls(db: Database) {
  return serves(profileContract, {
    'POST /api/profile/updateMemberInfo': async ({ body }, caller) => {
      const memberId = self(caller, body.id)
      const { uname, ucountry: country, uphone: phone, umobile: mobile, uzip: zip, uaddress: address } = body
      await db.transaction((tx) => changeProfile(tx, memberId, { uname, country, phone, mobile, zip, address }))
      return null
    },

    'GET /api/getUserLevelInfo/{id}': async ({ params }, caller) => {
      const { title, discount } = await stateOf(self(caller, params.id))
      return { title, discount }
    },

    'GET /api/profile/memberGroup': async ({ query }, caller) => {
      const { uexp, uintegral } = await stateOf(self(caller, query.memberId))
      const { level, next } = levelAt(uexp)
      return {
        levels: LEVELS.map(shown),
        level: LEVELS.indexOf(level) + 1,
        nextLevel: next ? shown(next) : null,
        totalConsumption: uexp,
        currentPoints: uintegral,
        pointsExchangeRate: POINT_USD,
      }
    },
  })

  async function stateOf(memberId: string) {
    const member = await memberById(db, memberId)
    if (!member) throw new CallError(401, 'message.loginFirst')
    return describeMember(member)
  }
}

/** US dollars (specification §9). */
const POINT_USD = 1

/** Whoever is signed in; 403 where the input names somebody else (decision A6). */
function self(caller: Caller, named: string | undefined): string {
  const { memberId } = memberOf(caller)
  if (named && named !== memberId) throw new CallError(403, 'error.forbidden')
  return memberId
}

const shown = (level: Level) => ({
  level: LEVELS.indexOf(level) + 1,
  name: level.name,
  discount: level.discount,
  consumption: level.growth,
})
