// Serves the back office what providers told the shop.
import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { HEALTH_PER_PAGE } from './limits.ts'
import { type ListedNotice, listNotices, providersHeard } from './notice-store.ts'
import { type NOTICE_STATES, noticesOffice } from './office-notices-contract.ts'

export function noticesOfficeCalls({ db }: { db: Database }) {
  return serves(noticesOffice, {
    'GET /office/health/notices': async ({ query: { provider, state, after } }) => {
      const wanted = { provider, isOpen: state && state === 'open', beforeId: after }
      const [found, providers] = await Promise.all([
        listNotices(db, { ...wanted, limit: HEALTH_PER_PAGE + 1 }),
        providersHeard(db),
      ])
      const rows = found.slice(0, HEALTH_PER_PAGE)
      return { rows: rows.map(shown), next: found.length > rows.length ? rows.at(-1)!.id : null, providers }
    },
  } satisfies Handlers<typeof noticesOffice>)
}

const shown = ({ outcome, isForeign, receivedAt, handledAt, lastAt, ...notice }: ListedNotice) => ({
  ...notice,
  state: stateOf(handledAt, isForeign, outcome),
  receivedAt: receivedAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
  lastAt: lastAt.toISOString(),
})

function stateOf(handledAt: Date | null, isForeign: boolean, outcome: string | null): (typeof NOTICE_STATES)[number] {
  if (handledAt === null) return 'open'
  if (isForeign) return 'foreign'
  return outcome?.startsWith('contradicted: ') ? 'contradicted' : 'agreed'
}
