// For tests: what strangers put into fields, and requests made from a call's own schemas: mostly right, somewhere wrong.
import fc from 'fast-check'
import { z } from 'zod'
import type { Call, CallName } from '#platform/http/contract.ts'

export const HOSTILE_TEXTS = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ufeff', '\u202e', "'; drop table orders; --", "' or '1'='1", '$1', '%s%n',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{constructor.constructor("return 1")()}}', `$${'{7*7}'}`,
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '../../etc/passwd', '..%2f..%2f', '%00', '%ff', '\r\nset-cookie: a=b',
  'null', 'undefined', 'NaN', '-1', '1e999', '0x10', '00', '9'.repeat(400), 'A'.repeat(5_000), '👩‍👩‍👧', 'ﷺ'.repeat(50), '{}', '[]', 'true',
] // biome-ignore format: a list of words

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-300,
  2_147_483_648,
  -2_147_483_649,
  2 ** 53,
  2 ** 64,
  1e21,
  1e308,
  -1e308,
]

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS, null, true, false, [], {}, [[]], [null], { __proto__: null }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.constantFrom<unknown>(
    { constructor: { prototype: { admin: true } } },
    { toString: 1 },
    { length: 1e9 },
    Array(2_000).fill(1),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
}

/** Values that the schema mostly takes. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  if (schema.allOf) return fitting(schema.allOf[0]!)
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fitting(field)])),
        { noNullPrototype: true },
      )
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) })
    case 'string':
      if (schema.format === 'uuid') return fc.uuid()
      if (schema.format === 'email') return fc.constant('buyer@example.com')
      if (schema.pattern) return fc.constantFrom('1', '1,2', '10.50', '0')
      return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('pc-games', 'stripe', 'order_status'))
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

/** One place of a document replaced, removed, or something added that nobody asked for. */
function spoiled(document: unknown, steps: number[], value: unknown, how: 'replace' | 'remove' | 'add'): unknown {
  const copy = structuredClone(document)
  let at: unknown = copy
  for (const [depth, step] of steps.entries()) {
    if (at === null || typeof at !== 'object') return depth === 0 ? value : copy
    const names = Object.keys(at)
    const name = names[step % (names.length || 1)]
    const holder = at as Record<string, unknown>
    // A copy each time: where the document has such a name the next step adds to what stands there now, maybe this value.
    if (how === 'add') holder[step % 2 ? 'memberId' : 'isAdmin'] = structuredClone(value)
    if (name === undefined) return copy
    const child = holder[name]
    if (depth === steps.length - 1 || child === null || typeof child !== 'object') {
      if (how === 'remove') delete holder[name]
      else if (how === 'replace') holder[name] = value
      return copy
    }
    at = child
  }
  return value
}

const HEADER_NAMES = [
  'idempotency-key', 'order-access', 'cookie', 'x-locale', 'accept-language', 'forwarded', 'x-forwarded-for', 'x-forwarded-host',
  'x-forwarded-proto', 'x-http-method-override', 'authorization', 'origin', 'sec-fetch-site', 'referer', 'accept-encoding', 'range',
  'if-none-match', 'transfer-coding', 'stripe-signature', 'x-request-id',
] // biome-ignore format: a list of words

/** What a header can carry at all: HTTP refuses the rest before anybody reads it. */
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim()

const headers = fc.dictionary(
  fc.constantFrom(...HEADER_NAMES),
  fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ maxLength: 60 })).map(headerText),
  { maxKeys: 4, noNullPrototype: true },
)

const broken = fc.constantFrom(
  '', '{', '[1,]', '{"a":1', 'nul', '\ufeff{}', '{"a":NaN}', '{"a":Infinity}', "{'a':1}", '"', '\u0000', '[', '{"a":1}{"a":2}', '1e999', '"\\ud800"',
  '{"__proto__":{"pageNum":1}}', '{"constructor":{"prototype":{}}}', '['.repeat(5_000), '{"a":'.repeat(5_000), `[${'1,'.repeat(20_000)}1]`,
) // biome-ignore format: a list of words

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** Requests for a call as its contract declares it, with something wrong in most of them. */
export function hostileRequest(name: CallName, call: Call): fc.Arbitrary<HostileRequest> {
  const [method, template] = name.split(' ') as [string, string]
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const fieldsOf = (schema: z.ZodObject | undefined) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties(schema)).map(([field, of]) => [
          field,
          fc.oneof(fitting(of).map(String), text, fc.constant(undefined)),
        ]),
      ),
      { noNullPrototype: true },
    )
  const body = call.body
    ? fc.oneof(
        { weight: 1, arbitrary: broken },
        {
          weight: 4,
          arbitrary: fc
            .tuple(
              fitting(schemaOf(call.body)),
              fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
              hostileValue,
              fc.constantFrom('replace', 'remove', 'add'),
            )
            .map(([document, steps, value, how]) => JSON.stringify(spoiled(document, steps, value, how)) ?? ''),
        },
      )
    : call.raw
      ? fc.oneof(broken, fc.string({ unit: 'binary', maxLength: 200 }))
      : fc.constant(undefined)
  return fc
    .record({
      params: fieldsOf(call.params),
      query: fieldsOf(call.query),
      extra: fc.array(fc.tuple(text, text), { maxLength: 2 }),
      twice: fc.boolean(),
      headers,
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'application/json; charset=utf-16',
          '',
        ),
      ),
      body,
    })
    .map(({ params, query, extra, twice, headers, type, body }) => {
      const path = template.replace(/\{(\w+)\}/g, (_, field: string) => encode(String(params[field] ?? '')))
      const pairs = Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .concat(extra)
        .map(([field, value]) => `${encode(field)}=${encode(String(value))}`)
      if (twice) pairs.push(...pairs)
      return {
        method,
        path: `/prod-api${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
        headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
        body,
      }
    })
}

/** Lone surrogates have no UTF-8: they go as the bytes that careless programs send. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

function properties(schema: z.ZodObject | undefined): Record<string, Schema> {
  return schema ? (schemaOf(schema).properties ?? {}) : {}
}
