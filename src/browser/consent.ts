// Whether this browser may keep what its visitor viewed and searched for (docs/decisions/012). Until somebody says so it
// stays in the page's memory. Small, because it is on every page; the question itself is fetched when it is asked.

import { writeCookie } from '#platform/http/cookies.ts'

/** Half a year in seconds: then it is asked anew, whatever the answer was. */
const MAX_AGE = 15_552_000

/** What may be remembered, by its key in the browser's storage. */
export const REMEMBERED = ['recentlyViewed', 'recentSearches'] as const
type Remembered = (typeof REMEMBERED)[number]

/** What is on the screen: nothing, the question, or the dialog with all choices. */
export type ConsentView = 'quiet' | 'asking' | 'choosing'

const listeners = new Set<() => void>()
const lists = new Map<string, readonly unknown[]>()
let view: ConsentView = 'quiet'
/** What was answered on this page: where cookies are refused it counts as long as that. */
let answered: boolean | undefined

// Another tab has changed what is stored, or taken it away: it is read anew. There are no other tabs on the server.
globalThis.addEventListener?.('storage', ({ key }) => lists.delete(String(key)))

/** Undefined: not answered. Only in the browser. */
export function readConsent(): boolean | undefined {
  const answer = /(?:^|; )consent=([01])/.exec(document.cookie)?.[1]
  return answer === undefined ? answered : answer === '1'
}

/** Keeps the answer and does at once what it says: stores what is remembered so far, or deletes what was stored. */
export function answerConsent(allowed: boolean): void {
  answered = allowed
  writeCookie('consent', allowed ? '1' : '0', MAX_AGE)
  for (const key of REMEMBERED) {
    const list = lists.get(key)
    if (!allowed) store(key, [])
    else if (list) store(key, list)
  }
  if (!allowed) lists.clear()
}

/** The list that this browser remembers under a key. */
export function readList(key: Remembered): readonly unknown[] {
  if (!lists.has(key)) lists.set(key, readConsent() ? stored(key) : [])
  return lists.get(key) ?? []
}

export function writeList(key: Remembered, list: readonly unknown[]): void {
  lists.set(key, list)
  const consent = readConsent()
  if (consent) store(key, list)
  if (consent === undefined && list.length > 0) ask()
}

export const consentView = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => view,
  onServer: (): ConsentView => 'quiet',
}

export function show(next: ConsentView): void {
  view = next
  for (const listener of listeners) listener()
}

/** Nobody is asked before he has done anything here: a page that was only opened stays undisturbed. */
function ask() {
  if (view !== 'quiet') return
  const now = () => readConsent() === undefined && view === 'quiet' && show('asking')
  if (navigator.userActivation?.hasBeenActive) return void now()
  const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
  const first = () => {
    for (const sign of signs) removeEventListener(sign, first)
    now()
  }
  for (const sign of signs) addEventListener(sign, first, { passive: true })
}

// Storage can be full, forbidden or written by anybody: then the list is empty.
function stored(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

function store(key: string, list: readonly unknown[]) {
  try {
    if (list.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Nothing is remembered.
  }
}
