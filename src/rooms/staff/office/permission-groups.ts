// Permissions below the places of the menu where one uses them.
import type { OfficeKey, TranslateOffice } from './words.ts'

/** Of what has no place of its own name. */
const USED_AT: Readonly<Record<string, OfficeKey>> = {
  alerts: 'today.title',
  content: 'pages.title',
  lists: 'lists.views',
  prices: 'catalogue.title',
  reviews: 'inbox.title',
  vault: 'keys.title',
}

/** Each below a heading, which says no other's name. */
export function groupsOf(t: TranslateOffice, permissions: readonly string[]) {
  const groups = new Map<string, string[]>()
  for (const permission of permissions) {
    const noun = permission.split('.')[0]!
    const own = `${noun}.title`
    const title = t(USED_AT[noun] ?? (t.knows(own) ? own : 'staff.permission'))
    groups.set(title, [...(groups.get(title) ?? []), permission])
  }
  return [...groups].map(([title, permissions]) => ({ title, permissions }))
}
