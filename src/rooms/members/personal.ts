// What the shop holds of a member himself (decision F11).
import type { Database } from '#platform/database/database.ts'
import type { Newsletter } from '#rooms/enquiries/hands.ts'
import { changesOf, deleteChanges } from './email-store.ts'
import type { PersonalData } from './hands.ts'
import { forgetProfile } from './profile-store.ts'
import { dropRegistrationsOf } from './registration-store.ts'
import { memberById } from './store.ts'

export function personalMembers(db: Database, newsletter: Newsletter): PersonalData {
  return {
    async collect(memberId) {
      const member = await memberById(db, memberId)
      return {
        member,
        emailChanges: await changesOf(db, memberId),
        newsletter: (member && (await newsletter.of(db, member.email))) ?? null,
      }
    },
    async erase(tx, memberId) {
      const member = await memberById(tx, memberId)
      if (member) await newsletter.forget(tx, member.email)
      await dropRegistrationsOf(tx, memberId)
      await deleteChanges(tx, memberId)
      await forgetProfile(tx, memberId)
    },
  }
}
