// One page, one address: what differs only by habit (a slash at the end, capitals, escapes that need not be) leads there
// for good, and what is no address of a page is told so before anything else looks at it.
import { EVERY_LANGUAGE, type Locale, type Offered } from '../i18n/locales.ts'

/** The longest request target that is read. The shop's own stay below 1 kB. */
export const LONGEST_TARGET = 2048

export interface PageAddress {
  /** Normal form, still escaped. */
  path: string
  /** Decoded: what rules about paths are held against. */
  plainPath: string
  /** As it was sent, with its question mark, or empty. */
  query: string
}

/** 414: too long. 400: no path, or its escapes say nothing, or a browser would read it as another host. */
export type Refusal = 400 | 414

// What nearly every request is for: nothing in it needs a second look.
const ORDINARY = /^(?:\/|(?:\/[a-z0-9_-]+)+)$/

/**
 * Reads the target of a request. `moved` is where the page really stands; `mixedCase` are the paths that are written with
 * capitals, all others are lower case.
 */
export function readAddress(
  target: string,
  mixedCase: readonly string[],
  { locales }: Offered = EVERY_LANGUAGE,
): PageAddress | { moved: string } | { refused: Refusal } {
  if (target.length > LONGEST_TARGET) return { refused: 414 }
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const query = cut < 0 ? '' : target.slice(cut)
  if (!ORDINARY.test(path) || mixedCase.some((known) => known.toLowerCase() === path)) {
    const proper = isPath(path) ? properPath(path, mixedCase) : undefined
    if (proper === undefined) return { refused: 400 }
    if (proper !== path) return { moved: proper + properQuery(query, locales) }
  }
  if (query.includes('%00')) return { refused: 400 }
  const kept = properQuery(query, locales)
  if (kept !== query) return { moved: path + kept }
  return { path, plainPath: path.includes('%') ? decodeURIComponent(path) : path, query }
}

/**
 * Whether a whole request target, its query included, may be an address of ours; what stands in its path is judged by `readAddress`.
 * `//host/…` and `http://host/…` name another host to whoever resolves them later; no name and no search holds a NUL.
 */
export const mayBePath = (target: string) => /^\/(?![/\\])/.test(target) && !target.includes('%00')

/** `//host/…`, `/\host` and `http://host/…` name another host to whoever resolves them later; no name holds a control character. */
function isPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//')) return false
  try {
    return !/[\p{Cc}\\]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

function properPath(path: string, mixedCase: readonly string[]): string | undefined {
  // RFC 3986 §6.2.2.2: letters, digits and -._~ mean the same with and without an escape.
  const unescaped = path.replace(/%[0-9a-f]{2}/gi, (part) => {
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : part
  })
  const straight = withoutDots(unescaped)
  const plain = straight.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  // Escapes keep their case: %2F and %2f are the same, and none of our addresses has any.
  const lower = plain.replace(/%[0-9a-f]{2}|[A-Z]/gi, (part) => (part.length > 1 ? part : part.toLowerCase()))
  return mixedCase.find((known) => known.toLowerCase() === lower) ?? lower
}

function withoutDots(path: string): string {
  if (!/\/\.\.?(?:\/|$)/.test(path)) return path
  const kept: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

/** Its language, however it is escaped, in one spelling, and none that the shop does not speak. */
function properQuery(query: string, locales: readonly Locale[]): string {
  if (!/lang=|%/.test(query)) return query
  const kept = query
    .slice(1)
    .split('&')
    .flatMap((part) => {
      // Whoever reads the query later reads it like this.
      const said = new URLSearchParams(`?${part}`).get('lang')
      if (said === null) return part
      return locales.some(({ code }) => code === said) ? `lang=${said}` : []
    })
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
