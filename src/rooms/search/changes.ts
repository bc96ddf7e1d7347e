// What of the catalogue has changed and waits to be read again.

/** When more than these wait to be read, everything is read again: whoever falls behind must not keep a list without end. */
const MOST_PENDING = 20_000

export interface Changes {
  everything: boolean
  synonyms: boolean
  ids: number[]
}

export type PendingChanges = ReturnType<typeof createPendingChanges>

export function createPendingChanges() {
  let ids = new Set<number>()
  let everything = false
  let synonyms = false
  return {
    get any() {
      return everything || synonyms || ids.size > 0
    },
    get everything() {
      return everything
    },

    /** As a message of the database says it; null: nothing was heard for a while. */
    hear(payload: string | null): void {
      // Categories and facets are read by the products' room, which tells us.
      if (payload === 'small tables') return
      if (payload === 'synonyms') synonyms = true
      else if (payload === null || !/^\d+(,\d+)*$/.test(payload)) everything = true
      else this.add(payload.split(',').map(Number))
    },

    add(changed: readonly number[]): void {
      for (const id of changed) ids.add(id)
      if (ids.size <= MOST_PENDING) return
      everything = true
      ids = new Set()
    },

    addEverything(): void {
      everything = true
    },

    /** What waits, and waits no more. */
    take(): Changes {
      const taken = { everything, synonyms, ids: [...ids] }
      everything = false
      synonyms = false
      ids = new Set()
      return taken
    },
  }
}
