import { CHARACTERS, englishNameKey } from './name-keys.ts'
import { Order } from './order.ts'
import { type Change, ENGLISH, NO_PRICE, type ProductTable } from './product-table.ts'
import type { CompareSlots } from './sorting.ts'
import { finish, sortSlots, turnRound } from './sorting.ts'

interface NameOrders {
  rising: Order
  falling: Order
}

/**
 * The orders in which a catalogue is shown. Descending orders are orders of their own, not the ascending ones backwards:
 * equal prices and equal names stay in the order of their ids either way.
 *
 * Products without a price come last, whether cheap or dear ones come first.
 *
 * In-stock-first needs none; it is the order of what sells read twice.
 */
export class SortOrders {
  readonly #table: ProductTable
  readonly #selling: Order
  readonly #cheapFirst: Order
  readonly #dearFirst: Order
  readonly #newestFirst: Order
  /** English, and each language that has names of its own. */
  readonly #names = new Map<string, NameOrders>()
  #filled = false

  constructor(table: ProductTable) {
    this.#table = table
    const byId: CompareSlots = (a, b) => table.ids[a]! - table.ids[b]!
    this.#selling = new Order(
      (a, b) => table.sales[b]! - table.sales[a]! || table.popularities[b]! - table.popularities[a]! || byId(a, b),
    )
    // `>>> 0` makes NO_PRICE the highest number there is.
    this.#cheapFirst = new Order((a, b) => (table.prices[a]! >>> 0) - (table.prices[b]! >>> 0) || byId(a, b))
    this.#dearFirst = new Order((a, b) => table.prices[b]! - table.prices[a]! || byId(a, b))
    this.#newestFirst = new Order((a, b) => table.releases[b]! - table.releases[a]! || byId(b, a))
  }

  /** Sorts everything, with pauses. */
  *fill(): Generator<void, void> {
    const { prices } = this.#table
    const selling = this.#table.liveSlots()
    yield* sortSlots(selling, this.#selling.compare)
    this.#selling.start(selling)
    const cheap = this.#table.liveSlots()
    yield* sortSlots(cheap, this.#cheapFirst.compare)
    this.#cheapFirst.start(cheap)
    const dear = cheap.slice()
    let priced = dear.length
    while (priced > 0 && prices[dear[priced - 1]!] === NO_PRICE) priced--
    yield* turnRound(dear.subarray(0, priced), (a, b) => prices[a] === prices[b])
    this.#dearFirst.start(dear)
    const newest = this.#table.liveSlots()
    yield* sortSlots(newest, this.#newestFirst.compare)
    this.#newestFirst.start(newest)
    yield* this.#fillNames(ENGLISH)
    for (const locale of this.#table.locales) if (locale !== ENGLISH) yield* this.#fillNames(locale)
    this.#filled = true
  }

  changed(change: Change): void {
    if (!this.#filled) return
    if (change.selling) this.#selling.touch(change.slot)
    if (change.price) {
      this.#cheapFirst.touch(change.slot)
      this.#dearFirst.touch(change.slot)
    }
    if (change.release) this.#newestFirst.touch(change.slot)
    if (!change.presence && change.names.length === 0) return
    const all = change.presence || change.names.some(({ locale }) => locale === ENGLISH)
    for (const [locale, orders] of this.#names) {
      if (!all && !change.names.some((name) => name.locale === locale)) continue
      orders.rising.touch(change.slot)
      orders.falling.touch(change.slot)
    }
  }

  /** Works in what has changed, with pauses. */
  *settle(): Generator<void, void> {
    const byName = [...this.#names.values()].flatMap(({ rising, falling }) => [rising, falling])
    for (const order of [this.#selling, this.#cheapFirst, this.#dearFirst, this.#newestFirst, ...byName]) {
      this.#settled(order)
      yield
    }
  }

  /** By units sold, then by popularity. */
  get selling(): Order {
    return this.#settled(this.#selling)
  }

  get cheapFirst(): Order {
    return this.#settled(this.#cheapFirst)
  }

  get dearFirst(): Order {
    return this.#settled(this.#dearFirst)
  }

  /** By release, of the same day the product that came to the shop last. */
  get newestFirst(): Order {
    return this.#settled(this.#newestFirst)
  }

  byName(locale: string, direction: 'rising' | 'falling'): Order {
    const own = this.#table.hasNames(locale) ? locale : ENGLISH
    // A language that got its first name after the index was built. 27,000 names take about 20 ms, once.
    if (!this.#names.has(own)) finish(this.#fillNames(own))
    return this.#settled(this.#names.get(own)![direction])
  }

  #settled(order: Order): Order {
    order.settle(this.#table.live)
    return order
  }

  *#fillNames(locale: string): Generator<void, void> {
    const table = this.#table
    const language = table.language(locale)
    const english = table.language(ENGLISH)
    const nameOf = (slot: number) => table.ownName(slot, language) ?? table.ownName(slot, english) ?? ''
    const compareNames = collator(locale)
    const compare: CompareSlots = (a, b) => compareNames(nameOf(a), nameOf(b))
    const byId: CompareSlots = (a, b) => table.ids[a]! - table.ids[b]!
    const rising = new Order((a, b) => compare(a, b) || byId(a, b))
    const falling = new Order((a, b) => compare(b, a) || byId(a, b))

    const keyed = locale === ENGLISH ? yield* this.#compareKeys(nameOf) : () => 0
    const slots = locale === ENGLISH ? table.liveSlots() : yield* this.#fallbackFirst(language, rising.compare)
    yield* sortSlots(slots, (a, b) => keyed(a, b) || rising.compare(a, b))
    rising.start(slots)
    const fallingSlots = slots.slice()
    yield* turnRound(fallingSlots, (a, b) => keyed(a, b) === 0 && compare(a, b) === 0)
    falling.start(fallingSlots)
    this.#names.set(locale, { rising, falling })
  }

  /** Compares by the first twenty characters of the English names; 0 where these do not tell. */
  *#compareKeys(nameOf: (slot: number) => string): Generator<void, CompareSlots> {
    const firsts = new Float64Array(this.#table.capacity)
    const seconds = new Float64Array(this.#table.capacity)
    for (const slot of this.#table.liveSlots()) {
      const name = nameOf(slot)
      firsts[slot] = englishNameKey(name, 0)
      seconds[slot] = englishNameKey(name, CHARACTERS)
      if (slot % 4096 === 0) yield
    }
    return (a, b) => {
      const first = firsts[a]! - firsts[b]!
      if (first !== 0) return Number.isNaN(first) ? 0 : first
      return seconds[a]! - seconds[b]! || 0
    }
  }

  /**
   * All slots in two stretches that need little more than merging: those named in English, in English order, which is nearly
   * every language's, and those with a name of their own, sorted.
   */
  *#fallbackFirst(language: number, compare: CompareSlots): Generator<void, Int32Array> {
    const all = this.byName(ENGLISH, 'rising').toSlots()
    const isTranslated = (slot: number) => this.#table.ownName(slot, language) !== undefined
    const translated = all.filter(isTranslated)
    yield* sortSlots(translated, compare)
    const slots = new Int32Array(all.length)
    slots.set(all.filter((slot) => !isTranslated(slot)))
    slots.set(translated, all.length - translated.length)
    return slots
  }
}

/** A locale that the platform does not know sorts like English rather than not at all. */
function collator(locale: string): (a: string, b: string) => number {
  try {
    return new Intl.Collator(locale).compare
  } catch {
    return new Intl.Collator(ENGLISH).compare
  }
}
