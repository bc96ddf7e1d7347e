// What the shop holds of a member himself, and of what was written from his address (decision F11).
import type { Database } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import type { UnderAddress } from '#rooms/enquiries/hands.ts'
import { forgetReasons, memberActs } from './acts-store.ts'
import { changesOf, deleteChanges, mayBeTakenBack } from './email-store.ts'
import type { PersonalData } from './hands.ts'
import { forgetProfile } from './profile-store.ts'
import * as registrations from './registration-store.ts'
import { nameKey } from './rules.ts'
import { memberById } from './store.ts'

/** More than anybody does about one member. */
const MOST_ACTS = 100_000

export function personalMembers(db: Database, underAddress: UnderAddress): PersonalData {
  return {
    async collect(memberId, address) {
      return {
        member: await memberById(db, memberId),
        registrations: await registrations.registrationsOf(db, nameKey(address.email), address.since),
        emailChanges: await changesOf(db, memberId),
        doneBySupport: (await memberActs(db, memberId, MOST_ACTS)).map(({ at, act, reason }) => ({ at, act, reason })),
        ...(await underAddress.collect(address)),
      }
    },
    collectFormer: underAddress.collectFormer,
    holds: async (tx, memberId) => ((await mayBeTakenBack(tx, memberId)) ? ['erasure.addressNew'] : []),
    async erase(tx, memberId, address) {
      if (address) {
        await underAddress.erase(tx, address)
        await registrations.dropRegistrationsOf(tx, nameKey(address.email), address)
      }
      await deleteChanges(tx, memberId)
      await forgetReasons(tx, memberId)
      await forgetProfile(tx, memberId)
    },
    async *addresses() {
      yield* underAddress.addresses()
      yield* inPages((after, limit) => registrations.addresses(db, after, limit))
    },
  }
}
