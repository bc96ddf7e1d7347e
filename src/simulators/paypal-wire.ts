// PayPal's envelope: answers, refusals with their issue, and money as decimal strings.
import { randomBytes, randomInt } from 'node:crypto'
import type { Answer } from './listener.ts'

export type Fields = Record<string, unknown>

export interface Link {
  href: string
  rel: string
  method: string
}

/** Whoever reads `name` reads the status; `issue` is what went wrong. */
const NAMES: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'],
}

export class PayPalRefusal extends Error {
  status: number
  details: Fields[]
  links: Link[]
  constructor(status: number, issue?: string, field?: string, links: Link[] = []) {
    super(issue)
    this.status = status
    this.details = issue ? [{ ...(field && { field, location: 'body' }), issue, description: issue }] : []
    this.links = links
  }
}

/** What the request got wrong by its form (400). */
export const malformed = (issue: string, field?: string): never => {
  throw new PayPalRefusal(400, issue, field)
}
/** What cannot be done (422). */
export const unprocessable = (issue: string, field?: string, links?: Link[]): never => {
  throw new PayPalRefusal(422, issue, field, links)
}
export const notFound = (): never => {
  throw new PayPalRefusal(404, 'INVALID_RESOURCE_ID')
}

export function answer(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body) }
}

export function failure({ status, details, links }: Pick<PayPalRefusal, 'status' | 'details' | 'links'>): Answer {
  const [name, message] = NAMES[status]!
  return answer(status, { name, message, debug_id: randomBytes(7).toString('hex').slice(0, 13), details, links })
}

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

const ACCOUNT_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** As accounts have them. */
export const newAccountId = (): string =>
  Array.from({ length: 13 }, () => ACCOUNT_LETTERS[randomInt(ACCOUNT_LETTERS.length)]).join('')

/** Seventeen digits and letters, as orders, captures and refunds have. */
export const newId = (): string => Array.from({ length: 17 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const WHOLE = ['HUF', 'JPY', 'TWD']
const TAKEN = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
  ' ',
)

export interface Amount {
  /** Hundredths. */
  minor: number
  currency: string
}

export function readAmount(value: unknown, field: string): Amount {
  const { currency_code: currency, value: text } = fields(value)
  if (typeof currency !== 'string') return malformed('MISSING_REQUIRED_PARAMETER', `${field}/currency_code`)
  if (typeof text !== 'string') return malformed('MISSING_REQUIRED_PARAMETER', `${field}/value`)
  if (!TAKEN.includes(currency)) return unprocessable('INVALID_CURRENCY_CODE', `${field}/currency_code`)
  const [, minus, units, decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? []
  if (units === undefined) return malformed('INVALID_PARAMETER_SYNTAX', `${field}/value`)
  if (minus) return unprocessable('CANNOT_BE_NEGATIVE', `${field}/value`)
  if (decimals.length > (WHOLE.includes(currency) ? 0 : 2)) return unprocessable('DECIMAL_PRECISION', `${field}/value`)
  return { currency, minor: Number(units) * 100 + Number(decimals.padEnd(2, '0')) }
}

export function money({ minor, currency }: Amount): { currency_code: string; value: string } {
  const whole = WHOLE.includes(currency)
  return { currency_code: currency, value: whole ? String(Math.round(minor / 100)) : (minor / 100).toFixed(2) }
}

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Undefined where there is none; `most` characters at most. */
export function text(value: unknown, field: string, most: number): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') return malformed('INVALID_PARAMETER_SYNTAX', field)
  return value.length >= 1 && value.length <= most ? value : malformed('INVALID_STRING_LENGTH', field)
}

export const timestamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')
