// The visit log: which pages are opened, from where and in which language. No address, no browser; of members
// only that somebody was one (D7, docs/decisions/040).
import { randomBytes } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { serves } from '#platform/http/serve.ts'
import { visitsContract } from './contract.ts'
import { isLeftOut, pageOf, referrerOf } from './rules.ts'
import * as store from './store.ts'

export function visitsCalls({ db, keyring, origin }: { db: Database; keyring: Keyring; origin: () => string }) {
  /** Another one every day: two days of one person cannot be joined. */
  const visitorOf = (address: string, browser: string) => {
    const day = new Date().toISOString().slice(0, 10)
    return keyring.fingerprint('visit', JSON.stringify([day, address, browser])).subarray(0, 16)
  }

  return serves(visitsContract, {
    'POST /api/saveVisit': async ({ body }, { address, headers, locale, principal }) => {
      const page = pageOf(body.toUrl, origin())
      if (page === undefined || isLeftOut(headers)) return null
      const visitor = visitorOf(address, headers.get('user-agent') ?? '')
      const referrer = referrerOf(body.fromUrl, origin())
      await store.addVisit(db, { page, referrer, locale, visitor, byMember: principal.kind === 'member' })
      return null
    },
  })
}

const LOSE_AT_ONCE = 5_000

/**
 * Job, once a day after midnight UTC. In batches, so that no day has too many visits for a statement; all of one run lose their
 * hashes by one salt, or a visitor of a day would be counted once in each batch. After a run that was cut off some of that day count twice.
 */
export async function loseVisitors(db: Database, atOnce = LOSE_AT_ONCE): Promise<void> {
  const salt = randomBytes(32)
  while ((await store.loseVisitors(db, salt, atOnce)) === atOnce);
}
