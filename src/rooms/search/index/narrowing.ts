import { type Bits, count, dropIn, eachOf, isEmpty, keepBetween, keepIn, type Scratch, set } from './bitset.ts'
import type { CatalogFilter } from './catalog-query.ts'
import { FACETS, type Facet, type ProductTable } from './product-table.ts'
import type { Accepts, Places } from './versions.ts'

const HIGHEST_PRICE_CENTS = 2 ** 31 - 1

/** What is found, where a platform or region is chosen, is shown by its first version for them: with that one's price and stock. */
export interface Shown {
  /** Products that are shown by another version than the promoted one; their prices are the scratch's numbers. */
  moved: Bits
  /** Of all that was found. */
  inStock: Bits
}

/**
 * The filters of one query, but for category and words. A platform and a region choose among a product's versions: one version
 * must be for both, and price and stock are those of the best of these. Languages and genres are the product's.
 */
export class Narrowing {
  readonly #table: ProductTable
  readonly #scratch: Scratch
  readonly #filter: CatalogFilter
  readonly #places: Places
  readonly #chosen: (Bits | undefined)[]
  readonly #low: number
  readonly #high: number
  readonly #isPriced: boolean
  /** Of all that is ever looked at, what the prices leave: the column of prices is read once for many counts. */
  #priced: Bits | undefined

  constructor(table: ProductTable, scratch: Scratch, filter: CatalogFilter) {
    this.#table = table
    this.#scratch = scratch
    this.#filter = filter
    const { lowPriceCents, highPriceCents } = filter
    this.#places = placesOf(filter)
    this.#chosen = FACETS.map((facet) => this.#carriers(facet, filter[facet]))
    this.#low = Math.max(0, Math.ceil(lowPriceCents ?? 0))
    this.#high = Math.min(HIGHEST_PRICE_CENTS, Math.floor(highPriceCents ?? HIGHEST_PRICE_CENTS))
    this.#isPriced = lowPriceCents !== undefined || highPriceCents !== undefined
  }

  /** Nothing outside of `base` will be looked at. */
  within(base: Bits): void {
    if (!this.#isPriced) return
    const priced = this.#scratch.copyOf(base)
    this.#keepPrices(priced)
    this.#priced = priced
  }

  /**
   * Leaves in `found` what all filters leave, but the list `except` and, `withoutStock`, that of the stock. `figures`: price and
   * stock of what is shown are wanted; undefined where they are the products' own.
   */
  keepIn(
    found: Bits,
    {
      except,
      withoutStock = false,
      figures = false,
    }: { except?: Facet; withoutStock?: boolean; figures?: boolean } = {},
  ): Shown | undefined {
    this.#keepLists(found, except)
    const stock = withoutStock ? undefined : this.#filter.stock
    const places = {
      platformIds: except === 'platformIds' ? undefined : this.#places.platformIds,
      regionIds: except === 'regionIds' ? undefined : this.#places.regionIds,
    }
    const isExact = !(places.platformIds && places.regionIds) && !this.#isPriced && !stock && !figures
    const mixed = this.#mixedIn(found, isExact ? {} : places)
    if (!mixed) {
      this.#keepFigures(found, stock)
      return undefined
    }
    dropIn(found, mixed)
    this.#keepFigures(found, stock)
    const shown = { moved: this.#scratch.take(), inStock: this.#scratch.copyOf(found) }
    keepIn(shown.inStock, this.#table.inStock)
    const { versions, prices } = this.#table
    const numbers = this.#scratch.numbers
    const accepts = this.#accepts(stock)
    eachOf(mixed, (slot) => {
      if (!versions.find(slot, places) || !accepts(versions.price, versions.inStock)) return
      set(found, slot)
      if (versions.inStock) set(shown.inStock, slot)
      if (versions.price === prices[slot]) return
      numbers[slot] = versions.price
      set(shown.moved, slot)
    })
    return shown
  }

  /** How many products each id of the list would leave if it alone were chosen of it. */
  countEach(base: Bits, facet: Facet): Map<number, number> {
    const isOfVersions = facet === 'platformIds' || facet === 'regionIds'
    const other = facet === 'platformIds' ? this.#places.regionIds : this.#places.platformIds
    const found = this.#scratch.copyOf(base)
    if (!isOfVersions || (!other && !this.#isPriced && !this.#filter.stock)) {
      this.keepIn(found, { except: facet })
      return this.#countCarriers(facet, found)
    }
    this.#keepLists(found, facet)
    const mixed = this.#scratch.copyOf(found)
    keepIn(mixed, this.#table.versions.several)
    dropIn(found, mixed)
    this.#keepFigures(found, this.#filter.stock)
    const counts = this.#countCarriers(facet, found)
    const { versions } = this.#table
    const accepts = this.#accepts(this.#filter.stock)
    if (facet === 'platformIds') eachOf(mixed, (slot) => versions.countPlatforms(slot, other, accepts, counts))
    else eachOf(mixed, (slot) => versions.countRegions(slot, other, accepts, counts))
    return counts
  }

  countStock(base: Bits): { in: number; out: number } {
    const found = this.#scratch.copyOf(base)
    const shown = this.keepIn(found, { withoutStock: true, figures: true })
    const total = count(found)
    const inStock = shown?.inStock ?? found
    if (!shown) keepIn(inStock, this.#table.inStock)
    const there = count(inStock)
    return { in: there, out: total - there }
  }

  #keepLists(found: Bits, except: Facet | undefined): void {
    for (const [i, carriers] of this.#chosen.entries()) if (carriers && FACETS[i] !== except) keepIn(found, carriers)
  }

  /** Those that have to be looked at version by version. */
  #mixedIn(found: Bits, { platformIds, regionIds }: Partial<Places>): Bits | undefined {
    if (!platformIds && !regionIds) return undefined
    const mixed = this.#scratch.copyOf(found)
    keepIn(mixed, this.#table.versions.several)
    return isEmpty(mixed) ? undefined : mixed
  }

  /** By the products' own price and stock. */
  #keepFigures(bits: Bits, stock: CatalogFilter['stock']): void {
    if (stock === 'in') keepIn(bits, this.#table.inStock)
    else if (stock === 'out') dropIn(bits, this.#table.inStock)
    if (this.#priced) keepIn(bits, this.#priced)
    else if (this.#isPriced) this.#keepPrices(bits)
  }

  #keepPrices(bits: Bits): void {
    if (this.#low <= this.#high) keepBetween(bits, this.#table.prices, this.#low, this.#high)
    else bits.fill(0)
  }

  #accepts(stock: CatalogFilter['stock']): Accepts {
    const [low, high] = this.#isPriced ? [this.#low, this.#high] : [-1, HIGHEST_PRICE_CENTS]
    return (price, inStock) => price >= low && price <= high && (!stock || inStock === (stock === 'in'))
  }

  /** Products with any of these ids; undefined if the list filters nothing. */
  #carriers(facet: Facet, ids: readonly number[] | undefined): Bits | undefined {
    if (!ids || ids.length === 0) return undefined
    const any = this.#scratch.take()
    for (const id of new Set(ids)) this.#table.carriers[facet].get(id)?.addTo(any)
    return any
  }

  #countCarriers(facet: Facet, bits: Bits): Map<number, number> {
    const filled = this.#scratch.take()
    let filledCount = 0
    for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) filled[filledCount++] = w
    const counts = new Map<number, number>()
    for (const [id, carrier] of this.#table.carriers[facet]) {
      const found = carrier.countIn(bits, filled, filledCount)
      if (found > 0) counts.set(id, found)
    }
    return counts
  }
}

export function placesOf({ platformIds, regionIds }: Pick<CatalogFilter, 'platformIds' | 'regionIds'>): Places {
  return {
    platformIds: platformIds?.length ? new Set(platformIds) : undefined,
    regionIds: regionIds?.length ? new Set(regionIds) : undefined,
  }
}

/**
 * The moved products that may stand among the first `most` by price, in that order: those without a price last, of equals the
 * lower id first.
 */
export function movedByPrice(
  moved: Bits,
  prices: Int32Array,
  ids: Int32Array,
  { falling, most }: { falling: boolean; most: number },
): { slots: number[]; keyOf: (price: number) => number } {
  const keyOf = (price: number) => (price < 0 ? Number.POSITIVE_INFINITY : falling ? -price : price)
  const all: number[] = []
  eachOf(moved, (slot) => {
    all.push(slot)
  })
  const keys = Float64Array.from(all, (slot) => keyOf(prices[slot]!)).sort()
  const last = keys[Math.min(most, keys.length) - 1]!
  const slots = all.filter((slot) => keyOf(prices[slot]!) <= last)
  // Infinite keys are equal, and their difference is no number.
  slots.sort((a, b) => {
    const [one, two] = [keyOf(prices[a]!), keyOf(prices[b]!)]
    return one === two ? ids[a]! - ids[b]! : one - two
  })
  return { slots, keyOf }
}
