// What the shop need not remember any more (docs/operate.md, "What is forgotten when"): one job per kind, each in small
// batches, so that none holds many rows at once and a run that was cut off is gone on with by the next.
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { forgetMails } from '../delivery/store.ts'
import { forgetEnquiries, forgetNewsletter } from '../enquiries/store.ts'
import { forgetNotices } from '../payments/notice-store.ts'
import { forgetRevealAddresses } from '../vault/store.ts'
import { forgetOldVisits } from '../visits/store.ts'
import { forgetWithdrawals } from '../withdrawals/store.ts'

export type Retention = Config['retention']

/** Deletes what is older than `days`, `limit` rows at most, and answers how many. */
type Forget = (db: Queryable, days: number, limit: number) => Promise<number>

const FORGET: Record<keyof Retention, Forget> = {
  mails: forgetMails,
  addresses: forgetRevealAddresses,
  notices: forgetNotices,
  enquiries: forgetEnquiries,
  withdrawals: forgetWithdrawals,
  newsletter: forgetNewsletter,
  visits: forgetOldVisits,
}

const BATCH = 500

/** The jobs, `<kind>.forget`, and when they run: one after another in the quiet of the night. */
export function retentionJobs(db: Database, retention: Retention): Record<string, () => Promise<void>> {
  return Object.fromEntries(KINDS.map((kind) => [`${kind}.forget`, () => forgetAll(db, FORGET[kind], retention[kind])]))
}

const KINDS = Object.keys(FORGET) as (keyof Retention)[]

export const RETENTION_SCHEDULE = KINDS.map((kind, i) => ({ job: `${kind}.forget`, cron: `${i * 5} 3 * * *` }))

async function forgetAll(db: Database, forget: Forget, days: number): Promise<void> {
  while ((await forget(db, days, BATCH)) === BATCH);
}
