// Stripe on the wire: nested forms in, answers and errors out.
import { randomBytes } from 'node:crypto'
import type { Answer } from './listener.ts'

export const API_VERSION = '2026-10-28.endive'

export type Form = { [key: string]: string | Form }

/** `a[b][0]=c` → { a: { b: { 0: 'c' } } }. Null when a name is no such path, or too deep. */
export function parseForm(body: string): Form | null {
  const root: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length > 8) return null
    let node = root
    for (const key of path.slice(0, -1)) {
      const next: string | Form = node[key] ?? Object.create(null)
      if (typeof next === 'string') return null
      node[key] = next
      node = next
    }
    // `expand[]=a&expand[]=b` is a list too.
    const last = path.at(-1)!
    node[last === '' ? String(Object.keys(node).length) : last] = value
  }
  return root
}

/** The string at a path, '' when there is none. */
export function at(form: Form, ...path: string[]): string {
  let node: string | Form | undefined = form
  for (const key of path) node = typeof node === 'object' ? node[key] : undefined
  return typeof node === 'string' ? node : ''
}

export function part(form: Form, ...path: string[]): Form {
  let node: string | Form | undefined = form
  for (const key of path) node = typeof node === 'object' ? node[key] : undefined
  return typeof node === 'object' ? node : {}
}

/** Only the strings of a part: metadata, lists. */
export function strings(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

export interface Refusal {
  type?: string
  code?: string
  param?: string
  message: string
}

/** Thrown anywhere below the router: what Stripe says no with. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Refusal
  constructor(status: number, error: Refusal) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function refuse(error: Refusal, status = 400): never {
  throw new StripeRefusal(status, error)
}

export function success(content: object): Answer {
  return { status: 200, headers: { 'request-id': newId('req') }, body: JSON.stringify(content) }
}

export function failure(status: number, error: Refusal): Answer {
  const body = JSON.stringify({ error: { type: 'invalid_request_error', ...error } })
  return { status, headers: { 'request-id': newId('req') }, body }
}
