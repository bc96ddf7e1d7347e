import { type Bits, count, dropIn, eachOf, keepIn, Scratch, wordsFor } from './bitset.ts'
import {
  type CatalogFilter,
  type CatalogQuery,
  type CatalogSort,
  type FacetCounts,
  type Found,
  marked,
} from './catalog-query.ts'
import { inPieces } from './in-pieces.ts'
import { type Matches, matches } from './matching.ts'
import { movedByPrice, Narrowing, placesOf } from './narrowing.ts'
import { byRank, type Order } from './order.ts'
import {
  type Change,
  ENGLISH,
  FACETS,
  type IndexedProduct,
  type ProductFigures,
  ProductTable,
} from './product-table.ts'
import { SortOrders } from './sort-orders.ts'
import { Synonyms } from './synonyms.ts'
import { Vocabulary } from './vocabulary.ts'

export type { IndexedProduct } from './product-table.ts'

type Figures = Pick<ProductFigures, 'lowPriceCents' | 'inStock'>

/**
 * The catalogue in memory: filters, sorts, pages, counts, searches. It reads nothing from outside; whoever holds it keeps
 * it true with `upsert` and `remove`, which the next call sees. All calls but `build` and `upsertMany` are synchronous.
 */
export class CatalogIndex {
  readonly #table = new ProductTable()
  readonly #orders = new SortOrders(this.#table)
  readonly #vocabularies = new Map<string, Vocabulary>()
  readonly #makers = new Vocabulary()
  #synonyms = new Synonyms([])
  readonly #scratch = new Scratch()

  /** Use `build`. */
  private constructor() {}

  /** From all products at once, or from batches, each of which is let go before the next is asked for. */
  static async build(
    products: Iterable<IndexedProduct> | AsyncIterable<Iterable<IndexedProduct>>,
  ): Promise<CatalogIndex> {
    const index = new CatalogIndex()
    if (Symbol.asyncIterator in products) for await (const batch of products) await inPieces(index.#fill(batch))
    else await inPieces(index.#fill(products))
    await inPieces(index.#sort())
    return index
  }

  get size(): number {
    return this.#table.size
  }

  /** The product as it was given, without names that only repeat the English one and ids listed twice. */
  get(id: number): IndexedProduct | undefined {
    return this.#table.get(id)
  }

  /** What of the product is a single number: cheaper to have than all of it. */
  figures(id: number): ProductFigures | undefined {
    return this.#table.figures(id)
  }

  /** Price and stock that a list shows of the product. Undefined: no version is for these platforms and regions. */
  shown(id: number, filter: Pick<CatalogFilter, 'platformIds' | 'regionIds'>): Figures | undefined {
    const slot = this.#table.slotOf(id)
    const { versions } = this.#table
    const places = placesOf(filter)
    if (slot < 0 || (!places.platformIds && !places.regionIds) || !versions.isIn(slot)) return this.#table.figures(id)
    return versions.shown(slot, places)
  }

  /** Ids of all products, ascending. */
  sortedIds(): Int32Array {
    return this.#table.sortedIds()
  }

  /**
   * `upsert` of so many that putting them into their places would hold up whoever asks next: in pieces between which others
   * work, and see some of them already.
   */
  async upsertMany(products: Iterable<IndexedProduct>): Promise<void> {
    await inPieces(this.#fill(products))
    await inPieces(this.#settle())
  }

  upsert(products: Iterable<IndexedProduct>): void {
    for (const product of products) this.#changed(this.#table.put(product))
  }

  /** Ids that are not there are ignored. */
  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      const change = this.#table.remove(id)
      if (change) this.#changed(change)
    }
  }

  /** Groups of texts that mean the same; they take the place of the earlier ones. */
  setSynonyms(groups: readonly (readonly string[])[]): void {
    this.#synonyms = new Synonyms(groups)
  }

  /** One page, and how many products there are on all pages. */
  query(query: CatalogQuery): Found & { total: number } {
    const { ranks, similar } = this.#start(query)
    const found = this.#scratch.copyOf(ranks ? (ranks.at(-1) ?? this.#scratch.take()) : this.#table.live)
    this.#keepCategory(found, query.categoryId)
    const narrowing = new Narrowing(this.#table, this.#scratch, query)
    const shown = narrowing.keepIn(found, { figures: query.sort === 1 || query.sort === 2 || query.sort === 5 })
    if (shown && (query.sort === 1 || query.sort === 2))
      return marked(this.#pageByPrice(found, shown.moved, query), similar)
    const groups = query.sort === 0 && ranks ? byRank(ranks, found, this.#scratch) : undefined
    return marked(this.#page(groups ?? this.#stockGroups(found, query.sort, shown?.inStock), query), similar)
  }

  /**
   * How many products each choice of each filter would leave: every list counted with all other filters, but not its own.
   * Ids that would leave none are missing.
   */
  facetCounts(query: CatalogFilter): FacetCounts {
    const scratch = this.#scratch
    const { ranks } = this.#start(query)
    const base = scratch.copyOf(ranks ? (ranks.at(-1) ?? scratch.take()) : this.#table.live)
    this.#keepCategory(base, query.categoryId)
    const maxPriceCents = this.#highestPrice(base, query)
    const narrowing = new Narrowing(this.#table, scratch, query)
    narrowing.within(base)
    const [platformIds, regionIds, languageIds, genreIds] = FACETS.map((facet) => narrowing.countEach(base, facet))
    return {
      platformIds: platformIds!,
      regionIds: regionIds!,
      languageIds: languageIds!,
      genreIds: genreIds!,
      stock: narrowing.countStock(base),
      maxPriceCents,
    }
  }

  /** The best matches while somebody types, best first. */
  suggest(text: string, locale: string, limit: number): Found {
    const { ranks, similar } = this.#start({ name: text, locale })
    const widest = ranks?.at(-1)
    if (!ranks || !widest) return { ids: [] }
    const { ids } = this.#page(byRank(ranks, widest, this.#scratch), { sort: 0, offset: 0, limit, locale })
    return marked({ ids }, similar)
  }

  /** The newest releases that are in stock; when there are too few, the newest of the others after them. */
  latest(limit: number): number[] {
    this.#scratch.restart(wordsFor(this.#table.capacity))
    return this.#cut(this.#stockGroups(this.#table.live, 5), this.#orders.newestFirst, 0, limit).ids
  }

  *#fill(products: Iterable<IndexedProduct>): Generator<void, void> {
    let added = 0
    for (const product of products) {
      this.#changed(this.#table.put(product))
      if (++added % 32 === 0) yield
    }
  }

  *#sort(): Generator<void, void> {
    for (const vocabulary of this.#vocabularies.values()) yield* vocabulary.sort()
    yield* this.#makers.sort()
    yield* this.#orders.fill()
  }

  *#settle(): Generator<void, void> {
    for (const vocabulary of [...this.#vocabularies.values(), this.#makers]) {
      vocabulary.sortNewWords()
      yield
    }
    yield* this.#orders.settle()
  }

  #changed(change: Change): void {
    this.#orders.changed(change)
    if (change.makers) {
      if (change.makers.before !== '') this.#makers.removeWords(change.makers.before, change.slot)
      if (change.makers.after !== '') this.#makers.addWords(change.makers.after, change.slot)
    }
    for (const { locale, before, after } of change.names) {
      let vocabulary = this.#vocabularies.get(locale)
      if (!vocabulary) {
        vocabulary = new Vocabulary()
        this.#vocabularies.set(locale, vocabulary)
      }
      if (before !== undefined) vocabulary.removeName(before, change.slot)
      if (after !== undefined) vocabulary.addName(after, change.slot)
    }
  }

  /** Readies the working sets and searches. Without ranks nothing is searched. */
  #start({ name, locale }: Pick<CatalogFilter, 'name' | 'locale'>): Partial<Matches> {
    this.#scratch.restart(wordsFor(this.#table.capacity))
    if (name === undefined || name.trim() === '') return {}
    const languages = locale === ENGLISH ? [ENGLISH] : [ENGLISH, locale]
    const names = languages.flatMap((language) => this.#vocabularies.get(language) ?? [])
    return matches(name, { names, makers: this.#makers, synonyms: this.#synonyms }, this.size, this.#scratch)
  }

  #keepCategory(bits: Bits, categoryId: number | undefined): void {
    if (categoryId === undefined) return
    const carrier = this.#table.carriers.categoryIds.get(categoryId)
    if (carrier) carrier.keepIn(bits, this.#scratch)
    else bits.fill(0)
  }

  #highestPrice(base: Bits, { platformIds, regionIds, locale }: CatalogFilter): number {
    const found = this.#scratch.copyOf(base)
    const shown = new Narrowing(this.#table, this.#scratch, { platformIds, regionIds, locale }).keepIn(found, {
      figures: true,
    })
    let highest = 0
    if (shown) {
      dropIn(found, shown.moved)
      eachOf(shown.moved, (slot) => {
        highest = Math.max(highest, this.#scratch.numbers[slot]!)
      })
    }
    const slots: number[] = []
    this.#orders.dearFirst.page(found, count(found), 0, 1, slots, this.#scratch)
    return Math.max(highest, ...slots.map((slot) => this.#table.prices[slot]!))
  }

  #stockGroups(found: Bits, sort: CatalogSort, shownInStock = this.#table.inStock): Bits[] {
    if (sort !== 5) return [found]
    const inStock = this.#scratch.copyOf(found)
    keepIn(inStock, shownInStock)
    const out = this.#scratch.copyOf(found)
    dropIn(out, shownInStock)
    return [inStock, out]
  }

  /** Of products some of which are shown at another price than the one by which all are in order: those are put among the others. */
  #pageByPrice(found: Bits, moved: Bits, query: CatalogQuery): { ids: number[]; total: number } {
    const end = query.offset + query.limit
    const { ids, prices } = this.#table
    const shown = this.#scratch.numbers
    const { slots, keyOf } = movedByPrice(moved, shown, ids, { falling: query.sort === 1, most: end })
    const rest = this.#scratch.copyOf(found)
    dropIn(rest, moved)
    const others: number[] = []
    this.#order(query.sort, query.locale).page(rest, count(rest), 0, end, others, this.#scratch)
    const page: number[] = []
    for (let [a, b] = [0, 0]; page.length < end && (a < slots.length || b < others.length); ) {
      const [one, two] = [slots[a], others[b]]
      const [first, second] = [
        one === undefined ? Number.NaN : keyOf(shown[one]!),
        two === undefined ? 0 : keyOf(prices[two]!),
      ]
      const isMoved =
        one !== undefined && (two === undefined || first < second || (first === second && ids[one]! < ids[two]!))
      page.push(ids[isMoved ? slots[a++]! : others[b++]!]!)
    }
    return { ids: page.slice(query.offset), total: count(found) }
  }

  /** Cuts the page out of the groups, which follow one another and are each sorted as the query says. */
  #page(
    groups: readonly Bits[],
    { sort, offset, limit, locale }: Pick<CatalogQuery, 'sort' | 'offset' | 'limit' | 'locale'>,
  ): { ids: number[]; total: number } {
    return this.#cut(groups, this.#order(sort, locale), offset, limit)
  }

  #cut(groups: readonly Bits[], order: Order, offset: number, limit: number): { ids: number[]; total: number } {
    const slots: number[] = []
    let total = 0
    for (const group of groups) {
      const size = count(group)
      const skip = Math.max(0, offset - total)
      if (size > skip) order.page(group, size, skip, limit - slots.length, slots, this.#scratch)
      total += size
    }
    return { ids: slots.map((slot) => this.#table.ids[slot]!), total }
  }

  #order(sort: CatalogSort, locale: string): Order {
    if (sort === 1) return this.#orders.dearFirst
    if (sort === 2) return this.#orders.cheapFirst
    if (sort === 3) return this.#orders.byName(locale, 'rising')
    if (sort === 4) return this.#orders.byName(locale, 'falling')
    return this.#orders.selling
  }
}
