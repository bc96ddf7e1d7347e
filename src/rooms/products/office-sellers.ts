// Serves the back office who sells.
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import type { ChangingSellers } from './change-seller.ts'
import { SHELVES_PER_PAGE, USES_COUNTED } from './limits.ts'
import { sellersOffice } from './office-seller-contract.ts'
import * as store from './seller-store.ts'

export function sellersOfficeCalls(db: Database, sellers: ChangingSellers) {
  return serves(sellersOffice, {
    'GET /office/sellers': async ({ query: { after } }) => {
      const rows = await store.sellersByName(db, readAfter(after), SHELVES_PER_PAGE + 1)
      const shown = rows.slice(0, SHELVES_PER_PAGE)
      const last = shown.at(-1)
      return { rows: shown.map(view), next: rows.length > shown.length && last ? `${last.id}_${last.key}` : null }
    },

    'GET /office/sellers/{id}': async ({ params: { id } }) => {
      const row = await store.seller(db, id)
      if (!row) throw notFound()
      return { ...view(row), seen: row.seen }
    },

    'POST /office/sellers': async ({ body: { name } }, caller) => ({ id: await sellers.create(name, whoAsks(caller)) }),

    'POST /office/sellers/{id}': async ({ params: { id }, body }, caller) => {
      await sellers.save(id, body.changes, whoAsks(caller))
      return null
    },

    'POST /office/sellers/{id}/close': async ({ params: { id }, body: { seen, reason } }, caller) => {
      await sellers.close(id, true, seen, whoAsks(caller), reason)
      return null
    },

    'POST /office/sellers/{id}/open': async ({ params: { id }, body: { seen, reason } }, caller) => {
      await sellers.close(id, false, seen, whoAsks(caller), reason)
      return null
    },
  } satisfies Handlers<typeof sellersOffice>)
}

const counted = (count: number) => ({ count: Math.min(count, USES_COUNTED), isMore: count > USES_COUNTED })

const view = ({ id, name, isShop, createdAt, closedAt, onSale, offSale }: store.ListedSeller) => ({
  ...{ id, name, isShop, createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null },
  ...{ onSale: counted(onSale), offSale: counted(offSale) },
})

function readAfter(text: string | undefined): { key: string; id: number } | undefined {
  if (text === undefined) return undefined
  const [, id, key] = /^(\d{1,9})_(.{1,300})$/su.exec(text) ?? []
  if (id === undefined || key === undefined || key.includes('\0')) throw invalid([{ path: 'after', message: 'error.invalid' }]) // biome-ignore format: one line
  return { id: Number(id), key }
}
