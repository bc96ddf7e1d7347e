// Serves what a member says of himself.
import type { Database } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { profileContract } from './profile-contract.ts'
import { changeProfile } from './profile-store.ts'

export function profileCalls(db: Database) {
  return serves(profileContract, {
    'POST /api/profile/updateMemberInfo': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      // Who names somebody else (decision A6).
      if (body.id && body.id !== memberId) throw new CallError(403, 'error.forbidden')
      const { uname, ucountry: country, uphone: phone, umobile: mobile, uzip: zip, uaddress: address } = body
      await db.transaction((tx) => changeProfile(tx, memberId, { uname, country, phone, mobile, zip, address }))
      return null
    },
  })
}
