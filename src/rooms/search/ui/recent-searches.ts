// What this browser searched for last, offered again in the empty search box. Kept beyond the page with consent only.
import { readList, writeList } from '#browser/consent.ts'

const KEY = 'recentSearches'
const MOST = 6

export function rememberSearch(name: string): void {
  const others = readSearches().filter((known) => known.toLowerCase() !== name.toLowerCase())
  writeList(KEY, [name, ...others].slice(0, MOST))
}

/** The latest first. Only in the browser. */
export function readSearches(): string[] {
  return readList(KEY)
    .filter((value) => typeof value === 'string' && value !== '')
    .slice(0, MOST) as string[]
}

export function forgetSearches(): void {
  writeList(KEY, [])
}
