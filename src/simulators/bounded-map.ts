// Simulators remember in memory only, and not without limit: the oldest entry goes first.
export const MAX_REMEMBERED = 50_000

export class BoundedMap<K, V> extends Map<K, V> {
  #limit: number
  #dropped: (value: V) => void
  /** `dropped` hears of every entry that had to go. */
  constructor(limit = MAX_REMEMBERED, dropped: (value: V) => void = () => {}) {
    super()
    this.#limit = limit
    this.#dropped = dropped
  }

  override set(key: K, value: V): this {
    super.set(key, value)
    if (this.size > this.#limit) {
      const [oldest, entry] = this.entries().next().value!
      this.delete(oldest)
      this.#dropped(entry)
    }
    return this
  }
}
