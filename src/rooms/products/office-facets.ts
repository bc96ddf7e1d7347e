// Serves the back office what products can be filtered by.
import type { Database } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { changingFacets } from './change-facet.ts'
import * as store from './facet-store.ts'
import { SHELVES_PER_PAGE, USES_COUNTED } from './limits.ts'
import { facetsOffice } from './office-facet-contract.ts'

export function facetsOfficeCalls(db: Database) {
  const facets = changingFacets(db)
  async function one(id: number) {
    const facet = await store.facet(db, id)
    if (!facet) throw notFound()
    return facet
  }
  return serves(facetsOffice, {
    'GET /office/facets': async ({ query: { kind, after } }) => {
      const rows = await store.facetsOfKind(db, kind, readAfter(after), SHELVES_PER_PAGE + 1)
      const shown = rows.slice(0, SHELVES_PER_PAGE)
      const last = shown.at(-1)
      return {
        rows: shown.map(({ seen: _, ...facet }) => facet),
        next: rows.length > shown.length && last ? `${last.position}_${last.id}` : null,
      }
    },

    'GET /office/facets/{id}': async ({ params: { id } }) => {
      const facet = await one(id)
      const { length } = await store.usesOf(db, facet, 0, USES_COUNTED + 1)
      return { ...facet, used: { count: Math.min(length, USES_COUNTED), isMore: length > USES_COUNTED } }
    },

    'GET /office/facets/{id}/products': async ({ params: { id }, query: { after } }) => {
      const ids = await store.usesOf(db, await one(id), after, SHELVES_PER_PAGE + 1)
      const shown = ids.slice(0, SHELVES_PER_PAGE)
      return {
        rows: await store.productNames(db, shown),
        next: ids.length > shown.length ? (shown.at(-1) ?? null) : null,
      }
    },

    'POST /office/facets': async ({ body }, caller) => ({ id: await facets.create(body, whoAsks(caller)) }),

    'POST /office/facets/{id}': async ({ params: { id }, body }, caller) => {
      await facets.save(id, body.changes, whoAsks(caller))
      return null
    },

    'POST /office/facets/{id}/remove': async ({ params: { id }, body: { seen, reason } }, caller) => {
      await facets.remove(id, seen, whoAsks(caller), reason)
      return null
    },
  } satisfies Handlers<typeof facetsOffice>)
}

function readAfter(text: string | undefined): { position: number; id: number } | undefined {
  if (text === undefined) return undefined
  const [, position, id] = /^(-?\d{1,10})_(\d{1,10})$/.exec(text) ?? []
  const [place, last] = [Number(position), Number(id)]
  if (position === undefined || Math.abs(place) > 2_147_483_647 || last > 2_147_483_647)
    throw invalid([{ path: 'after', message: 'error.invalid' }])
  return { position: place, id: last }
}
