// Serves what a member says of himself.
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import type { Newsletter } from '#rooms/enquiries/hands.ts'
import { profileContract } from './profile-contract.ts'
import { changeProfile, markSecurityOffered } from './profile-store.ts'
import { memberById } from './store.ts'

export function profileCalls({ db, newsletter }: { db: Database; newsletter: Newsletter }) {
  return serves(profileContract, {
    'POST /api/profile/updateMemberInfo': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      // Who names somebody else (decision A6).
      if (body.id && body.id !== memberId) throw new CallError(403, 'member.other')
      const { uname, ucountry: country, uphone: phone, umobile: mobile, uzip: zip, uaddress: address } = body
      await db.transaction(async (tx) => {
        await changeProfile(tx, memberId, { uname, country, phone, mobile, zip, address })
        if (body.isSubscribe) await subscribe(tx, memberId, body.isSubscribe === '0', caller.locale)
      })
      return null
    },

    'POST /api/profile/securityOffered': async (_, caller) => {
      await markSecurityOffered(db, memberOf(caller).memberId)
      return null
    },
  })

  /** Wanted, it begins once its own mail is answered (decision 011); not wanted any more, it ends now. */
  async function subscribe(tx: Transaction, memberId: string, wanted: boolean, locale: string): Promise<void> {
    const member = await memberById(tx, memberId)
    if (!member) throw new CallError(401, 'message.loginFirst')
    if (wanted) await newsletter.ask(tx, { email: member.email, locale })
    else await newsletter.leave(tx, member.email)
  }
}
