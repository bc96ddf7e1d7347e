// The index over all products as this process holds it, made anew from the database when it says that something changed.
// A cache and nothing more: it can be thrown away at any moment (decision E4).
import type { Database } from '#platform/database/database.ts'
import type { Listener } from '#platform/database/listen.ts'
import { letGo } from '#platform/let-go.ts'
import type { Log } from '#platform/log.ts'
import { type Catalogue, type Shelves, sameTree } from '#rooms/products/hands.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { createPendingChanges } from './changes.ts'
import type { HomeLists } from './home-lists.ts'
import type { CatalogIndex } from './index/catalog-index.ts'
import { openLiveIndex } from './live-index.ts'
import { createProductReader } from './product-reader.ts'
import * as store from './store.ts'

export interface Finder {
  readonly index: CatalogIndex
  /** What stands on the home page today. */
  readonly home: HomeLists
  /** Reads these products again now; used when a page found the index behind the database. */
  refresh(ids: number[]): Promise<void>
  /** Since when what changed is not heard of, or could not be read again; undefined: nothing waits to be read. */
  readonly behindSince: Date | undefined
  /** Called with the page tags that no longer hold (tags.ts here and of the products). */
  onChange(receive: (tags: string[]) => void): void
  close(): Promise<void>
}

export interface FinderOptions {
  db: Database
  listener: Listener
  /** Under whose categories products stand. */
  catalogue: Catalogue
  log: Log
}

export async function openFinder({ db, listener, catalogue, log }: FinderOptions): Promise<Finder> {
  const receivers: ((tags: string[]) => void)[] = []
  const tell = (tags: string[]) => {
    for (const receive of receivers) receive(tags)
  }
  const changes = createPendingChanges()
  let begun: CatchUp | undefined
  // Listening comes before reading: what changes while we read is then read again, and nothing falls between.
  listener.on('catalog', (payload) => {
    changes.hear(payload)
    if (payload === null) begun?.missedSince(listener.deafSince)
    begun?.soon()
  })
  const shelvesThen = catalogue.shelves
  const reader = createProductReader(db, catalogue)
  const readSynonyms = async () => (await store.synonymRows(db)).map(({ words }) => words)
  const live = await openLiveIndex({ reader, readSynonyms, catalogue, tell })
  letGo()
  const catchUp = createCatchUp(changes, live, log)
  begun = catchUp
  catchUp.soon()

  /** Lists of the first shelf may begin with another; products that moved with their category stand elsewhere. */
  function follow(before: Shelves, now: Shelves) {
    if (!sameTree(before, now)) changes.addEverything()
    else {
      changes.add(reader.takeOrphans())
      live.tellHome()
    }
    catchUp.soon()
  }
  catalogue.onChange(follow)
  if (catalogue.shelves !== shelvesThen) follow(shelvesThen, catalogue.shelves)

  return {
    index: live.index,
    get home() {
      return live.home
    },
    get behindSince() {
      return catchUp.behindSince ?? listener.deafSince
    },
    refresh: live.refresh,
    onChange: (receive) => void receivers.push(receive),
    close: catchUp.close,
  }
}
