import { type Bits, clear, has, longer, set, wordsFor } from './bitset.ts'
import { PackedRecords } from './packed-records.ts'

/** What of a product is for the same platforms and the same region, at the price that it is promoted at. */
export interface IndexedVersion {
  platformIds: readonly number[]
  regionId: number | null
  /** US cents, as of a product. */
  lowPriceCents: number | null
  inStock: boolean
  /** Another one when a card of it leads elsewhere or says another reduction: its promoted offer. */
  offer: number
}

/** Of a list that is narrowed: which platforms and regions a version may be for. Undefined: any. */
export interface Places {
  platformIds: ReadonlySet<number> | undefined
  regionIds: ReadonlySet<number> | undefined
}

const NONE = -1
/** Bytes of one number, and of a version before its platforms: price, how many platforms and whether it is in stock, region, offer. */
const NUMBER = 4
const HEAD = 4 * NUMBER

/**
 * The versions of those products that have different ones, each product's promoted one first. What is asked of them a hundred
 * thousand times within one query is read from bytes where it lies, without an object for each.
 */
export class Versions {
  /** Products with different versions. Of every other one the product's own lists, price and stock are its version's. */
  several: Bits = new Int32Array(32)
  readonly #records = new PackedRecords()
  #bytes = Buffer.allocUnsafeSlow(1024)
  /** Of the version that `find` found: -1 without a price. */
  price = NONE
  inStock = false

  put(slot: number, versions: readonly IndexedVersion[]): void {
    if (versions.length < 2) {
      this.remove(slot)
      return
    }
    if (slot >> 5 >= this.several.length) {
      this.several = longer(this.several, wordsFor(slot + (slot >> 2) + 1024))
    }
    set(this.several, slot)
    const length = versions.reduce((sum, { platformIds }) => sum + HEAD + platformIds.length * NUMBER, 0)
    if (this.#bytes.length < length) this.#bytes = Buffer.allocUnsafeSlow(length * 2)
    let at = 0
    const write = (value: number) => {
      at = this.#bytes.writeInt32LE(value, at)
    }
    for (const { platformIds, regionId, lowPriceCents, inStock, offer } of versions) {
      write(lowPriceCents ?? NONE)
      write(platformIds.length * 2 + Number(inStock))
      write(regionId ?? NONE)
      write(offer)
      for (const id of platformIds) write(id)
    }
    this.#records.put(slot, this.#bytes, length)
  }

  isIn(slot: number): boolean {
    return slot >> 5 < this.several.length && has(this.several, slot)
  }

  remove(slot: number): void {
    if (slot >> 5 >= this.several.length) return
    clear(this.several, slot)
    this.#records.remove(slot)
  }

  get(slot: number): IndexedVersion[] | undefined {
    const place = this.#records.at(slot)
    if (!place) return undefined
    const { bytes, start, end } = place
    const versions: IndexedVersion[] = []
    for (let at = start; at < end; ) {
      const [price, marks, region] = [0, 1, 2].map((n) => bytes.readInt32LE(at + n * NUMBER)) as [
        number,
        number,
        number,
      ]
      const count = marks >> 1
      versions.push({
        platformIds: Array.from({ length: count }, (_, n) => bytes.readInt32LE(at + HEAD + n * NUMBER)),
        regionId: region === NONE ? null : region,
        lowPriceCents: price === NONE ? null : price,
        inStock: (marks & 1) === 1,
        offer: bytes.readInt32LE(at + 3 * NUMBER),
      })
      at += HEAD + count * NUMBER
    }
    return versions
  }

  /** Whether one version is for such a place; the first that is stands in `price` and `inStock` then. */
  find(slot: number, { platformIds, regionIds }: Places): boolean {
    const place = this.#records.at(slot)
    if (!place) return false
    const { bytes, end } = place
    for (let at = place.start; at < end; ) {
      const marks = bytes.readInt32LE(at + NUMBER)
      const next = at + HEAD + (marks >> 1) * NUMBER
      if (
        (!regionIds || regionIds.has(bytes.readInt32LE(at + 2 * NUMBER))) &&
        (!platformIds || hasAny(platformIds, bytes, at + HEAD, next))
      ) {
        this.price = bytes.readInt32LE(at)
        this.inStock = (marks & 1) === 1
        return true
      }
      at = next
    }
    return false
  }

  /** Of the first version that is for such a place. */
  shown(slot: number, places: Places): Pick<IndexedVersion, 'lowPriceCents' | 'inStock'> | undefined {
    if (!this.find(slot, places)) return undefined
    return { lowPriceCents: this.price === NONE ? null : this.price, inStock: this.inStock }
  }

  /** Counts the product for each platform by which, chosen alone, it would be found with a version that is accepted. */
  countPlatforms(slot: number, regionIds: Places['regionIds'], accepts: Accepts, counts: Map<number, number>): void {
    this.#countFirst(slot, accepts, counts, (bytes, at, end, count) => {
      if (regionIds && !regionIds.has(bytes.readInt32LE(at + 2 * NUMBER))) return
      for (let id = at + HEAD; id < end; id += NUMBER) count(bytes.readInt32LE(id))
    })
  }

  /** As `countPlatforms`, for each region. */
  countRegions(slot: number, platformIds: Places['platformIds'], accepts: Accepts, counts: Map<number, number>): void {
    this.#countFirst(slot, accepts, counts, (bytes, at, end, count) => {
      const region = bytes.readInt32LE(at + 2 * NUMBER)
      if (region !== NONE && (!platformIds || hasAny(platformIds, bytes, at + HEAD, end))) count(region)
    })
  }

  #countFirst(
    slot: number,
    accepts: Accepts,
    counts: Map<number, number>,
    idsOf: (bytes: Buffer, at: number, end: number, count: (id: number) => void) => void,
  ): void {
    const place = this.#records.at(slot)
    if (!place) return
    const { bytes } = place
    const seen: number[] = []
    for (let at = place.start; at < place.end; ) {
      const marks = bytes.readInt32LE(at + NUMBER)
      const next = at + HEAD + (marks >> 1) * NUMBER
      const accepted = accepts(bytes.readInt32LE(at), (marks & 1) === 1)
      idsOf(bytes, at, next, (id) => {
        if (seen.includes(id)) return
        seen.push(id)
        if (accepted) counts.set(id, (counts.get(id) ?? 0) + 1)
      })
      at = next
    }
  }
}

/** Whether a list holds what costs this (-1: nothing) and is in stock, or not. */
export type Accepts = (price: number, inStock: boolean) => boolean

function hasAny(ids: ReadonlySet<number>, bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += NUMBER) if (ids.has(bytes.readInt32LE(at))) return true
  return false
}
