// What the shop holds of a member himself (decision F11).
import type { Database } from '#platform/database/database.ts'
import { changesOf, deleteChanges } from './email-store.ts'
import type { PersonalData } from './hands.ts'
import { forgetProfile } from './profile-store.ts'
import { memberById } from './store.ts'

export function personalMembers(db: Database): PersonalData {
  return {
    collect: async (memberId) => ({
      member: await memberById(db, memberId),
      emailChanges: await changesOf(db, memberId),
    }),
    async erase(tx, memberId) {
      await deleteChanges(tx, memberId)
      await forgetProfile(tx, memberId)
    },
  }
}
