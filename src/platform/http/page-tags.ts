// What a page shows, as short texts: when one of them no longer holds, the pages that carry it are made anew, here and in a
// cache in front. Each room declares its own kinds (room.ts); triggers of the database name them, too.
export interface PageTag {
  (id: number | string): string
  readonly kind: string
}

/** Tags of one kind: `defineTag('p')(7)` is `p:7`. */
export function defineTag(kind: string): PageTag {
  return Object.assign((id: number | string) => `${kind}:${id}`, { kind })
}

/** What every page carries that shows a little of everything: categories, currencies, settings. */
export const ALL_PAGES = 'all'
