// Serves the back office its changes of many products.
import type { Database } from '#platform/database/database.ts'
import { CallError, invalid, notFound } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import type { bulkEdits } from './bulk.ts'
import { type BulkChange, bulkValue } from './bulk-rules.ts'
import * as store from './bulk-store.ts'
import { doubtBulk } from './doubted-price.ts'
import { LISTING_STATES } from './listing-states.ts'
import { followListings } from './listings.ts'
import { productsOfficeBulk } from './office-bulk-contract.ts'
import type { Filter, ProductList } from './office-list.ts'
import { readShelves } from './shelves.ts'

const EXAMPLES = 10
const LATEST = 50
const LEFT_SHOWN = 100

interface Served {
  db: Database
  list: ProductList
  bulk: ReturnType<typeof bulkEdits>
}

type Select = { filter: Filter; except: number[] } | { only: number[] }

export function productsOfficeBulkCalls({ db, list, bulk }: Served) {
  async function selectionOf(select: Select, locale: string): Promise<store.Selection> {
    if ('only' in select)
      return { states: LISTING_STATES, categoryIds: null, lacks: null, ids: select.only, except: [] }
    const { filter, except } = select
    return { ...list.wantedBy(filter), ids: await list.found(filter.q, locale), except }
  }

  async function check(change: BulkChange): Promise<void> {
    if (change.what === 'category' && !(await readShelves(db)).categories.has(change.categoryId))
      throw invalid([{ path: 'categoryId', message: 'catalogue.gone' }])
  }

  async function start(
    {
      select,
      ...asked
    }: { id: string; select: Select; change: BulkChange; seen: number; tells: boolean; reason: string },
    caller: Caller,
  ) {
    await check(asked.change)
    const selection = await selectionOf(select, caller.locale)
    await bulk.start({ selection, ...asked }, whoAsks(caller))
    return { id: asked.id }
  }

  return serves(productsOfficeBulk, {
    'POST /office/bulk/preview': async ({ body: { select, change } }, { locale }) => {
      await check(change)
      await followListings(db)
      const selection = await selectionOf(select, locale)
      const { products, offers } = await store.countSelected(db, selection)
      return {
        products,
        rows: change.what === 'category' ? products : offers,
        examples: (await store.examplesOf(db, selection, EXAMPLES)).flatMap((example) => exampleOf(change, example)),
      }
    },

    'POST /office/bulk/wishers': async ({ body: { select } }, { locale }) => {
      await followListings(db)
      return { wishers: await store.countWishers(db, await selectionOf(select, locale)) }
    },

    'POST /office/bulk/prices': ({ body }, caller) => {
      doubtBulk(caller, body.change)
      return start(body, caller)
    },

    'POST /office/bulk/products': ({ body }, caller) => start(body, caller),

    'GET /office/bulk': async () => ({ edits: (await store.latestEdits(db, LATEST)).map(shown) }),

    'GET /office/bulk/{id}': async ({ params: { id } }) => {
      const edit = await store.bulkEdit(db, id)
      if (!edit) throw notFound()
      const left = await store.skippedRows(db, id, LEFT_SHOWN)
      return {
        ...shown(edit),
        left: left.map(({ productId, name, state }) => ({ productId, name: name ?? '', why: state as 'same' })),
      }
    },

    'POST /office/bulk/{id}/undo': async ({ params: { id }, body: { reason } }, caller) => ({
      id: await bulk.undo(id, reason, whoAsks(caller), ({ what }) => {
        if (what === 'price' && !staffOf(caller).permissions.has('prices.write'))
          throw new CallError(403, 'error.forbidden')
      }),
    }),
  } satisfies Handlers<typeof productsOfficeBulk>)
}

const shown = ({ actor, madeAt, endedAt, ...edit }: store.BulkEdit) => ({
  ...{
    id: edit.id,
    change: edit.change,
    undoes: edit.undoes,
    undoneBy: edit.undoneBy,
    tells: edit.tells,
    state: edit.state,
  },
  ...{ total: edit.total, changed: edit.changed, skipped: edit.skipped, reason: edit.reason, by: actor },
  ...{ madeAt: madeAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
})

/** Nothing of a product that has no offer, where offers are changed. */
function exampleOf(change: BulkChange, { productId, name, skuCode, priceCents, active, categoryId }: store.Example) {
  const before = { price: priceCents, sale: active === null ? null : Number(active), category: categoryId }[change.what]
  if (before === null) return []
  const after = bulkValue(change, before)
  const said = (value: number) => (change.what === 'price' ? toMajor(value) : value)
  return [{ ...{ productId, name, skuCode }, before: said(before), after: after === null ? null : said(after) }]
}
