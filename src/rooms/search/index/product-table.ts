import { type Bits, clear, has, longer, set, wordsFor } from './bitset.ts'
import { PackedRecords } from './packed-records.ts'
import { type ProductFacts, RecordReader, RecordWriter } from './product-record.ts'
import { SlotSet } from './slot-set.ts'
import { SlotsById } from './slots-by-id.ts'
import { type IndexedVersion, Versions } from './versions.ts'

/** The fallback of every other language. */
export const ENGLISH = 'en-US'

export interface IndexedProduct {
  id: number
  /** Its own category and every ancestor. */
  categoryIds: readonly number[]
  /** By locale code; `en-US` always, others where they differ from it. */
  names: Readonly<Record<string, string>>
  /** Developer and publisher, to be found by; the same in every language. */
  makers?: string | undefined
  /** US cents, whole, from 0 to 2^31 - 1; null when nobody offers it. */
  lowPriceCents: number | null
  inStock: boolean
  /** Of 32 bits: another one when its card shows something else that nothing else here tells. */
  cardHash?: number | undefined
  /** Units sold within the last 30 days: more sells better. */
  sold?: number | undefined
  /** Of equally many sold the larger sells better; whole, of 32 bits. */
  popularity: number
  /** Days since 1970-01-01. */
  releasedOn: number
  platformIds: readonly number[]
  regionIds: readonly number[]
  languageIds: readonly number[]
  genreIds: readonly number[]
  /** Those for different platforms or regions, the promoted one first; absent where all lists above are of one. */
  versions?: readonly IndexedVersion[] | undefined
}

/** What stands in columns, and is read without taking apart bytes. */
export type ProductFigures = Pick<
  IndexedProduct,
  'id' | 'lowPriceCents' | 'inStock' | 'sold' | 'popularity' | 'releasedOn'
>

export const FACETS = ['platformIds', 'regionIds', 'languageIds', 'genreIds'] as const
export type Facet = (typeof FACETS)[number]
export const LISTS = ['categoryIds', ...FACETS] as const
export type List = (typeof LISTS)[number]

/** Stands in the column of prices for none: below every price, so that no range of prices holds it. */
export const NO_PRICE = -1

const NOTHING: ProductFacts = { names: [], makers: '', lists: LISTS.map(() => []) }

/** What has changed in a product, for those who keep orders and words. */
export interface Change {
  slot: number
  /** The slot has been filled or emptied. */
  presence: boolean
  price: boolean
  selling: boolean
  release: boolean
  /** Names of before and after, by locale, where they differ. */
  names: { locale: string; before: string | undefined; after: string | undefined }[]
  /** Who made it, before and after, where they differ. */
  makers: { before: string; after: string } | undefined
}

/**
 * The products column by column, each in a numbered slot. What is filtered and sorted by stands in tight arrays; names,
 * makers and lists, which are looked at one product at a time, as bytes.
 */
export class ProductTable {
  capacity = 1024
  ids = new Int32Array(this.capacity)
  prices = new Int32Array(this.capacity)
  sales = new Int32Array(this.capacity)
  popularities = new Int32Array(this.capacity)
  releases = new Int32Array(this.capacity)
  cardHashes = new Int32Array(this.capacity)
  /** Slots that hold a product, and those whose product is in stock. */
  live: Bits = new Int32Array(wordsFor(this.capacity))
  inStock: Bits = new Int32Array(wordsFor(this.capacity))
  /** Which products carry an id, by list. */
  readonly carriers = byList(() => new Map<number, SlotSet>())
  readonly versions = new Versions()
  readonly #slots = new SlotsById()
  readonly #freeSlots: number[] = []
  #used = 0
  readonly #records = new PackedRecords()
  readonly #writer = new RecordWriter()
  readonly #reader = new RecordReader()
  /** Languages by number, English the first, and how many products have a name of their own in each. */
  readonly #locales = [ENGLISH]
  readonly #named = [0]

  get size(): number {
    return this.#slots.size
  }

  get locales(): string[] {
    return this.#locales.filter((locale) => this.hasNames(locale))
  }

  hasNames(locale: string): boolean {
    return (this.#named[this.#locales.indexOf(locale)] ?? 0) > 0
  }

  /** The language's number for `ownName`; negative when no product has ever had a name in it. */
  language(locale: string): number {
    return this.#locales.indexOf(locale)
  }

  /** The name in one language; undefined where it is as in English. */
  ownName(slot: number, language: number): string | undefined {
    const place = this.#records.at(slot)
    return place && this.#reader.name(place, language)
  }

  /** Ids of all products, ascending. */
  sortedIds(): Int32Array {
    return this.liveSlots()
      .map((slot) => this.ids[slot]!)
      .sort()
  }

  get(id: number): IndexedProduct | undefined {
    const slot = this.slotOf(id)
    if (slot < 0) return undefined
    const { names, makers, lists } = this.#facts(slot)
    const cardHash = this.cardHashes[slot]!
    const versions = this.versions.get(slot)
    return {
      ...this.#figures(id, slot),
      ...(cardHash !== 0 && { cardHash }),
      names: Object.fromEntries(names.map(([language, name]) => [this.#locales[language]!, name])),
      ...(makers !== '' && { makers }),
      ...(Object.fromEntries(LISTS.map((list, i) => [list, lists[i]!])) as Record<List, readonly number[]>),
      ...(versions && { versions }),
    }
  }

  figures(id: number): ProductFigures | undefined {
    const slot = this.slotOf(id)
    return slot < 0 ? undefined : this.#figures(id, slot)
  }

  /** The slot of a product, or a negative number. */
  slotOf(id: number): number {
    return this.#slots.find(id, this.ids)
  }

  #figures(id: number, slot: number): ProductFigures {
    return {
      id,
      lowPriceCents: this.prices[slot] === NO_PRICE ? null : this.prices[slot]!,
      inStock: has(this.inStock, slot),
      ...(this.sales[slot] !== 0 && { sold: this.sales[slot]! }),
      popularity: this.popularities[slot]!,
      releasedOn: this.releases[slot]!,
    }
  }

  put(product: IndexedProduct): Change {
    const known = this.slotOf(product.id)
    const isNew = known < 0
    const slot = isNew ? this.#newSlot(product.id) : known
    const price = product.lowPriceCents ?? NO_PRICE
    const sold = product.sold ?? 0
    const change: Change = {
      slot,
      presence: isNew,
      price: isNew || this.prices[slot] !== price,
      selling: isNew || this.sales[slot] !== sold || this.popularities[slot] !== product.popularity,
      release: isNew || this.releases[slot] !== product.releasedOn,
      ...this.#putFacts(slot, {
        names: this.#ownNames(product.names),
        makers: product.makers ?? '',
        lists: LISTS.map((list) => unique(product[list])),
      }),
    }
    this.prices[slot] = price
    this.sales[slot] = sold
    this.popularities[slot] = product.popularity
    this.releases[slot] = product.releasedOn
    this.cardHashes[slot] = product.cardHash ?? 0
    this.versions.put(slot, product.versions ?? [])
    if (product.inStock) set(this.inStock, slot)
    else clear(this.inStock, slot)
    return change
  }

  remove(id: number): Change | undefined {
    const slot = this.slotOf(id)
    if (slot < 0) return undefined
    const words = this.#putFacts(slot, NOTHING)
    this.#records.remove(slot)
    this.versions.remove(slot)
    clear(this.live, slot)
    clear(this.inStock, slot)
    this.#slots.delete(id, this.ids)
    this.#freeSlots.push(slot)
    return { slot, presence: true, price: true, selling: true, release: true, ...words }
  }

  /** Every slot that holds a product, ascending. */
  liveSlots(): Int32Array {
    const slots = new Int32Array(this.size)
    let at = 0
    for (let slot = 0; slot < this.#used; slot++) if (has(this.live, slot)) slots[at++] = slot
    return slots
  }

  #newSlot(id: number): number {
    const slot = this.#freeSlots.pop() ?? this.#used++
    if (slot >= this.capacity) this.#grow()
    this.ids[slot] = id
    this.#slots.add(slot, this.ids)
    set(this.live, slot)
    return slot
  }

  #facts(slot: number): ProductFacts {
    const place = this.#records.at(slot)
    return place ? this.#reader.read(place, LISTS.length) : NOTHING
  }

  #putFacts(slot: number, after: ProductFacts): Pick<Change, 'names' | 'makers'> {
    this.#writer.write(after)
    const place = this.#records.at(slot)
    // Most of what is read again is as it was.
    if (place && this.#writer.isAt(place)) return { names: [], makers: undefined }
    const before = place ? this.#reader.read(place, LISTS.length) : NOTHING
    this.#records.put(slot, this.#writer.bytes, this.#writer.length)
    for (const [i, list] of LISTS.entries()) this.#carry(list, slot, before.lists[i]!, after.lists[i]!)
    return {
      names: this.#changedNames(before.names, after.names),
      makers: before.makers === after.makers ? undefined : { before: before.makers, after: after.makers },
    }
  }

  #ownNames(names: IndexedProduct['names']): ProductFacts['names'] {
    const english = names[ENGLISH]
    const own: ProductFacts['names'] = []
    for (const locale of Object.keys(names)) {
      const name = names[locale]!
      // A name that only repeats the English one is found and sorted through that one.
      if (locale !== ENGLISH && name === english) continue
      let language = this.#locales.indexOf(locale)
      if (language < 0) {
        language = this.#locales.push(locale) - 1
        this.#named.push(0)
      }
      own.push([language, name])
    }
    return own.length > 1 ? own.sort(([a], [b]) => a - b) : own
  }

  #changedNames(before: ProductFacts['names'], after: ProductFacts['names']): Change['names'] {
    const changes: Change['names'] = []
    const [was, is] = [new Map(before), new Map(after)]
    for (const language of new Set([...was.keys(), ...is.keys()])) {
      const [earlier, later] = [was.get(language), is.get(language)]
      if (earlier === later) continue
      changes.push({ locale: this.#locales[language]!, before: earlier, after: later })
      this.#named[language]! += Number(later !== undefined) - Number(earlier !== undefined)
    }
    return changes
  }

  #carry(list: List, slot: number, before: readonly number[], after: readonly number[]): void {
    const carriers = this.carriers[list]
    for (const id of before) if (!after.includes(id)) carriers.get(id)?.delete(slot)
    for (const id of after) {
      if (before.includes(id)) continue
      let carrier = carriers.get(id)
      if (!carrier) {
        carrier = new SlotSet()
        carriers.set(id, carrier)
      }
      carrier.add(slot, this.capacity)
    }
  }

  #grow(): void {
    // A quarter at a time: at 200,000 products a doubling would leave megabytes empty.
    this.capacity = (this.capacity + (this.capacity >> 2) + 1023) & ~1023
    for (const column of ['ids', 'prices', 'sales', 'popularities', 'releases', 'cardHashes'] as const)
      this[column] = longer(this[column], this.capacity)
    for (const bits of ['live', 'inStock'] as const) this[bits] = longer(this[bits], wordsFor(this.capacity))
  }
}

function unique(ids: readonly number[]): readonly number[] {
  return ids.some((id, i) => ids.indexOf(id) < i) ? [...new Set(ids)] : ids
}

function byList<T>(make: () => T): Record<List, T> {
  return { categoryIds: make(), platformIds: make(), regionIds: make(), languageIds: make(), genreIds: make() }
}
