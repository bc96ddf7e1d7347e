// One page, one address: what differs only by habit (a slash at the end, capitals) leads there for good.
import { findLocale } from '../i18n/locales.ts'

/**
 * Where a page stands that was asked for as `url` (path and query); undefined: there already. `mixedCase` are the paths
 * that are written with capitals; all others are lower case.
 */
export function properAddress(url: string, mixedCase: readonly string[]): string | undefined {
  const [, path = '/', query = ''] = /^([^?]*)(\?.*)?$/s.exec(url) ?? []
  // A browser reads `/\host` as another host: such a path is nowhere sent on to.
  if (path.includes('\\')) return undefined
  const proper = properPath(path, mixedCase) + properQuery(query)
  return proper === url ? undefined : proper
}

function properPath(path: string, mixedCase: readonly string[]): string {
  const plain = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  // Escapes keep their case: %2F and %2f are the same, and none of our addresses has any.
  const lower = plain.replace(/%[0-9a-f]{2}|[A-Z]/gi, (part) => (part.length > 1 ? part : part.toLowerCase()))
  return mixedCase.find((known) => known.toLowerCase() === lower) ?? lower
}

/** Without a language that the shop does not speak. */
function properQuery(query: string): string {
  if (!query.includes('lang=')) return query
  const kept = query
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith('lang=') || findLocale(part.slice('lang='.length)))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
