// The back office's list of products, and finding one in it.
import type { Database } from '#platform/database/database.ts'
import { invalid } from '#platform/http/errors.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { toMajor } from '#platform/money.ts'
import { posterSubject } from './cards.ts'
import { MOST_BY_NAME, PRODUCTS_COUNTED, PRODUCTS_PER_PAGE } from './limits.ts'
import { LISTING_STATES } from './listing-states.ts'
import * as store from './listing-store.ts'
import { keyOffersOf } from './offer-store.ts'
import type { PRODUCT_STATES } from './office.ts'
import { coverPath } from './pictures.ts'
import { belowOf, type Catalogue } from './shelves.ts'
import type { StockLasts } from './stock-lasts.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** Who finds products by a name as a shopper types it, the best first. */
    productNames: Record<string, (name: string, locale: string, limit: number) => number[]>
  }
}

export interface Filter {
  state?: (typeof PRODUCT_STATES)[number] | undefined
  category?: number | undefined
  lacks?: string | undefined
  q?: string | undefined
}

export interface Asked extends Filter {
  sort: 'changed' | 'name'
  after?: string | undefined
}

const STATES = {
  onSale: ['on', 'low', 'out'],
  lowStock: ['low'],
  withoutKeys: ['out'],
  off: ['off'],
  draft: ['draft'],
  withoutPrice: ['priceless'],
} as const
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

export interface ListOptions {
  db: Database
  catalogue: Catalogue
  lasts: StockLasts
  /** By name, best first. */
  byName(name: string, locale: string, limit: number): number[]
}

export function productList({ db, catalogue, lasts, byName }: ListOptions) {
  const wantedBy = ({ state, category, lacks }: Filter): store.ProductsWanted => ({
    states: state ? STATES[state] : LISTING_STATES,
    categoryIds: category === undefined ? null : belowOf(category, catalogue.shelves),
    lacks: lacks ?? null,
  })

  /** What was typed exactly, then drafts, then what the search finds. Null: nothing was typed. */
  async function found(q: string | undefined, locale: string): Promise<number[] | null> {
    if (!q) return null
    const id = /^#?\d{1,9}$/.test(q) ? Number(q.replace('#', '')) : null
    const exact = await store.exactProducts(db, { id, slug: q.toLowerCase(), skuCode: q })
    const words = q.toLowerCase().split(/\s+/)
    const drafts = (await store.newestDrafts(db, MOST_BY_NAME)).filter(({ nameKey }) =>
      words.every((word) => nameKey.includes(word)),
    )
    const ids = new Set([...exact, ...drafts.map((draft) => draft.id), ...byName(q, locale, MOST_BY_NAME)])
    return [...ids].slice(0, MOST_BY_NAME)
  }

  /** Until the first version of each of these products is sold out. */
  async function firstOut(rows: readonly store.ListedProduct[]): Promise<Map<number, number>> {
    const offers = await keyOffersOf(
      db,
      rows.map(({ id }) => id),
    )
    const sales = await lasts(offers)
    const days = new Map<number, number>()
    for (const { id, productId } of offers) {
      const left = sales.get(id)?.daysLeft ?? null
      if (left !== null) days.set(productId, Math.min(left, days.get(productId) ?? left))
    }
    return days
  }

  const shown = ({ name, title, slug, stock, languages, ...row }: store.ListedProduct, locale: string) => {
    const category = catalogue.shelves.categories.get(row.categoryId)
    return {
      ...{ id: row.id, name, slug, stock, languages, state: row.state, versions: row.versions },
      category: category ? textIn(category.name, locale) : '',
      img: coverPath(row.id, row.pictureId, posterSubject({ ...row, title, slug }, catalogue.shelves)),
      changedAt: row.changedAt.toISOString(),
      price: row.lowPriceCents === null ? null : toMajor(row.lowPriceCents),
    }
  }

  return {
    wantedBy,
    found,

    async page({ sort, after, ...filter }: Asked, locale: string) {
      const wanted = wantedBy(filter)
      const limit = PRODUCTS_PER_PAGE + 1
      const ids = await found(filter.q, locale)
      const from = ids && after !== undefined ? readPlace(after) : 0
      const rows = ids
        ? await store.listThese(db, ids, wanted, { from, limit })
        : sort === 'name'
          ? await store.listNamed(db, wanted, { after: readAfter(after), limit })
          : await store.listChanged(db, wanted, { after: readAfter(after, MOMENT), limit })
      const seen = rows.slice(0, PRODUCTS_PER_PAGE)
      const days = await firstOut(seen)
      const last = seen.at(-1)
      const more = rows.length > seen.length && last
      return {
        rows: seen.map((row) => ({ ...shown(row, locale), daysLeft: days.get(row.id) ?? null })),
        next: more ? (ids ? String(from + seen.length) : `${last.id}_${last.key}`) : null,
      }
    },

    async count(filter: Filter, locale: string) {
      const ids = await found(filter.q, locale)
      const count = await store.countListed(db, wantedBy(filter), ids, PRODUCTS_COUNTED + 1)
      return { count: Math.min(count, PRODUCTS_COUNTED), isMore: count > PRODUCTS_COUNTED }
    },
  }
}

export type ProductList = ReturnType<typeof productList>

function readAfter(text: string | undefined, shape?: RegExp): store.AfterProduct | undefined {
  if (text === undefined) return undefined
  const [, id, key] = /^(\d{1,9})_(.{0,80})$/su.exec(text) ?? []
  if (id === undefined || key === undefined || key.includes('\0') || (shape && !isMoment(key, shape))) throw wrong()
  return { id: Number(id), key }
}

const isMoment = (key: string, shape: RegExp) => shape.test(key) && !Number.isNaN(Date.parse(key))

function readPlace(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw wrong()
  return Number(text)
}

const wrong = () => invalid([{ path: 'after', message: 'error.invalid' }])
