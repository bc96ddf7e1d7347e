// What a machine said, as people may read it: one line, without what opens anything and without whom it is about.
import { idsIn } from '#platform/jobs/ids-in.ts'
import { isTypedUuid } from '#platform/uuid.ts'

const LONGEST = 300
const GONE = '[…]'

/** In this order: what is cut out whole is no part of a shorter match any more. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi,
  /[^\s@<>"'()]+@[^\s@<>"'()]+/g,
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:password|passwd|pwd|token|secret|authorization|cookie|api[_-]?key)\b["']?\s*[=:]\s*\S+/gi,
  /\b(?:sk|pk|rk|whsec)_\S+/g,
]

/** Groups as keys for games have them; an id has such groups, too. */
const KEY = /[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,}/g

/** `secrets`: what this shop is configured with, and what no shape tells. */
export function plainError(text: string | null, secrets: readonly string[]): string {
  let line = (text ?? '').split(/[\r\n]/, 1)[0]!.slice(0, 4 * LONGEST)
  for (const secret of secrets) line = line.replaceAll(secret, GONE)
  for (const shape of SECRET_SHAPES) line = line.replace(shape, GONE)
  line = line.replace(/[\w-]+/g, (word) => (isTypedUuid(word) ? word : word.replace(KEY, GONE)))
  // Of a value that could not be read a database says the value itself; names of its own are words.
  line = line.replace(/"([^"]*)"/g, (whole, inside: string) => (/^[a-z_][a-z_.]{0,62}$/.test(inside) ? whole : GONE))
  line = line.replace(/[\w+/=-]{20,}/g, (word) => (isTypedUuid(word) || !/\d/.test(word) ? word : GONE))
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

/** Of what a job was handed: which rows it is about. */
export const plainIds = (payload: unknown): { name: string; id: string }[] =>
  Object.entries(idsIn(payload)).map(([name, id]) => ({ name, id: String(id) }))
