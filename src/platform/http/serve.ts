// Serves contracts: finds the handler, validates the input, wraps the answer in the envelope, turns errors into answers.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { AWAY_RETRY_SECONDS, isDatabaseAway } from '../database/connection.ts'
import { chooseLocale } from '../i18n/locales.ts'
import type { Log } from '../log.ts'
import { type Answer, BODY_BYTES, type Call, type CallName, type Contract, type Parsed } from './contract.ts'
import { readCookie } from './cookies.ts'
import { type Download, downloadAnswer } from './download.ts'
import { CallError, type FieldError, invalid } from './errors.ts'
import {
  type Asker,
  admit,
  asksWho,
  type Caller,
  type Guards,
  guard,
  isForAll,
  type Principal,
  VISITOR,
} from './principal.ts'
import { isFromElsewhere, isMeant } from './same-origin.ts'
import { boundOf, inTurn, readFileOf, type UploadedFile } from './upload.ts'

export type Handlers<C extends Contract> = {
  [N in keyof C & CallName]: (input: Parsed<C[N]>, caller: CallerOf<C[N]>) => Promise<Answer<C[N]>>
}

/** Who he is stands there where it was found out: whoever reads it elsewhere is refused by the compiler. */
type CallerOf<C extends Call> = C extends { access: 'public'; knowsMembers?: never } ? Asker : Caller

/** A contract with its handlers, ready to be mounted. */
export interface ServedCalls {
  contract: Contract
  handlers: Record<string, (input: never, caller: Caller) => Promise<unknown>>
}

export function serves<C extends Contract>(contract: C, handlers: Handlers<C>): ServedCalls {
  return { contract, handlers: handlers as ServedCalls['handlers'] }
}

/** The calls of one room whose subjects have a file each. */
export function together(...served: ServedCalls[]): ServedCalls {
  return {
    contract: Object.assign({}, ...served.map(({ contract }) => contract)),
    handlers: Object.assign({}, ...served.map(({ handlers }) => handlers)),
  }
}

export interface ServeOptions {
  log: Log
  /** Who asks, by cookie or token. */
  identify(headers: Headers, setCookie: (cookie: string) => void): Promise<Principal>
  guards: Guards
  /** Which open something, beside cookie and authorization: answers differ by them. */
  guardHeaders: readonly string[]
  /** Throws CallError 429 when this address has made too many of these calls. */
  limit(call: CallName, address: string, perMinute: number | string): Promise<void>
  /** A request that no page of ours and no provider sends: another site's write, a notice without its signature. */
  suspicious(call: CallName, reason: string): void
  observe(call: string, status: number, seconds: number): void
}

export interface ApiEnv {
  address: string
  country?: string
  /** The answer goes into a page that is kept and shown to everybody. */
  forPage?: true
}

const SUSPICIOUS = new Set(['error.foreignOrigin', 'error.signature'])

/** The API as a fetch handler; paths are below `/prod-api`. */
export function serveCalls(calls: ServedCalls[], options: ServeOptions): Hono<{ Bindings: ApiEnv }> {
  const app = new Hono<{ Bindings: ApiEnv }>({ strict: true })
  const personal = ['cookie', ...options.guardHeaders, 'authorization'].join(', ')
  for (const { contract, handlers } of calls) {
    for (const [name, call] of Object.entries(contract) as [CallName, Call][]) {
      const [method, path] = name.split(' ') as [string, string]
      const handler = handlers[name]
      if (!handler) throw new Error(`${name} has no handler`)
      const { pattern, paramsOf } = routeOf(path)
      app.on(method, pattern, async (c) => {
        const started = performance.now()
        const requestId = randomUUID()
        const cookies: string[] = []
        const caller: Caller = {
          requestId,
          principal: VISITOR,
          locale: localeOf(c.req.raw.headers),
          address: c.env?.address ?? 'in-process',
          country: c.env?.country,
          headers: c.req.raw.headers,
          setCookie: (cookie) => cookies.push(cookie),
        }
        let answer: Response
        try {
          // A page of another site must not act with our visitor's cookies (decision A8); a provider's notice has none.
          if (method !== 'GET' && !call.raw && isFromElsewhere(caller.headers))
            throw new CallError(403, 'error.foreignOrigin')
          if (call.changes) refuseUnmeant(c.req.raw)
          if (c.env?.forPage && !isForAll(call))
            throw new Error(`${name} is personal: no page that is kept may show it`)
          if (call.perMinute) await options.limit(name, caller.address, call.perMinute)
          if (!c.env?.forPage && asksWho(call))
            caller.principal = await options.identify(caller.headers, caller.setCookie)
          admit(call, caller.principal)
          const serve = async () => {
            const input = await readInput(call, c.req.raw, paramsOf(c.req.param()))
            await guard(call.access, options.guards, input, caller)
            return success(call, await handler(input as never, caller))
          }
          answer = await (call.file ? inTurn(senderOf(caller), serve) : serve())
        } catch (error) {
          if (error instanceof CallError && SUSPICIOUS.has(error.message)) options.suspicious(name, error.message)
          answer = failure(error, requestId, name, options.log)
        }
        // What somebody's cookie or token opens is nobody else's, whatever a cache in front is told to keep.
        if (!isForAll(call)) answer.headers.set('vary', personal)
        for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
        options.observe(name, answer.status, (performance.now() - started) / 1000)
        return answer
      })
    }
  }
  app.notFound(() => failure(new CallError(404, 'error.noSuchCall'), '', '', options.log))
  app.onError((error) => failure(error, randomUUID(), 'router', options.log))
  return app
}

/** As the router writes it, and what its parameters are: one may begin within a part of the path (`/order{id}`). */
function routeOf(path: string) {
  const before = new Map<string, string>()
  const pattern = path.replace(/([^/{}]*)\{(\w+)\}/g, (_, prefix: string, name: string) => {
    before.set(name, prefix)
    return prefix ? `:${name}{${prefix}[^/]+}` : `:${name}`
  })
  const paramsOf = (raw: Record<string, string>) =>
    Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, value.slice(before.get(name)?.length)]))
  return { pattern, paramsOf }
}

function refuseUnmeant(request: Request) {
  if (request.method !== 'GET') throw new CallError(405, 'error.onlyByGet')
  if (!isMeant(request.headers)) throw new CallError(403, 'error.foreignOrigin')
}

/** The web client names its language in `x-locale`; others by the cookie or Accept-Language. */
function localeOf(headers: Headers): string {
  return chooseLocale({
    lang: headers.get('x-locale'),
    cookie: readCookie(headers.get('cookie'), 'locale'),
    acceptLanguage: headers.get('accept-language'),
  }).code
}

async function readInput(call: Call, request: Request, rawParams: Record<string, string>) {
  const errors: FieldError[] = []
  const parse = (schema: z.ZodType | undefined, value: unknown, where: string) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, 20)) {
      errors.push({
        path: [where, ...issue.path.map(String)].filter(Boolean).join('.').slice(0, 100),
        message: issue.message.slice(0, 200),
      })
    }
  }
  const rawQuery = readQuery(request.url)
  if (![rawParams, rawQuery].every((part) => Object.values(part).every(isText))) throw noText()
  const params = parse(call.params, rawParams, 'path')
  const query = parse(call.query, rawQuery, 'query')
  const body = call.raw
    ? await readBounded(request, call.maxBodyBytes)
    : call.file
      ? await readFile(request, call.file.maxBytes)
      : call.body
        ? parse(call.body, await readJson(request, call.maxBodyBytes), '')
        : undefined
  if (errors.length > 0) throw invalid(errors)
  return { params, query, body }
}

function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  // The first of a repeated name counts; an array where one value is meant is how type confusion begins.
  const query: Record<string, string> = Object.create(null)
  if (start >= 0) for (const [name, value] of new URLSearchParams(url.slice(start))) query[name] ??= value
  return query
}

async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw invalid([{ path: '', message: 'The body must be application/json' }])
  const text = (await readBounded(request, maxBytes)).toString('utf8')
  try {
    return JSON.parse(text, onlyData)
  } catch (error) {
    throw error instanceof CallError ? error : invalid([{ path: '', message: 'The body is not valid JSON' }])
  }
}

function onlyData(key: string, value: unknown) {
  if (!isText(key) || (typeof value === 'string' && !isText(value))) throw noText()
  return key === '__proto__' ? undefined : value
}

// PostgreSQL has no place for NUL and UTF-8 none for half a character: an escape of JSON can say both, no person means them.
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
const noText = () => invalid([{ path: '', message: 'NUL and half characters are no text' }])

/** The body's bytes; more than the call takes is refused while it arrives, not after. */
async function readBounded(request: Request, maxBytes = BODY_BYTES): Promise<Buffer> {
  const tooLarge = () => new CallError(413, 'error.tooLarge')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // The client went away in the middle: nothing of ours failed, and nobody reads the answer.
    throw error instanceof CallError ? error : invalid([{ path: '', message: 'The body broke off' }])
  }
  return Buffer.concat(chunks)
}

const senderOf = ({ principal, address }: Caller) => (principal.kind === 'member' ? principal.memberId : address)

async function readFile(request: Request, maxBytes: number): Promise<UploadedFile> {
  const type = request.headers.get('content-type') ?? ''
  return readFileOf(await readBounded(request, boundOf(maxBytes)), type, maxBytes)
}

function success(call: Call, result: unknown): Response {
  if (call.download) return downloadAnswer(result as Download)
  // In tests the answers are held against the contract too; in production that would be work for nothing.
  if (process.env.NODE_ENV === 'test')
    (call.rows ? z.object({ rows: z.array(call.rows), total: z.number() }) : call.data!).parse(result)
  return json(
    200,
    call.rows ? { code: 200, msg: 'ok', ...(result as object) } : { code: 200, msg: 'ok', data: result ?? null },
  )
}

export function failure(error: unknown, requestId: string, call: string, log: Log): Response {
  if (error instanceof CallError) {
    const { errors, data, retryAfterSeconds } = error.details
    const answer = json(error.status, {
      code: error.status === 422 ? 500 : error.status,
      msg: error.message,
      errors,
      data,
    })
    if (retryAfterSeconds) answer.headers.set('retry-after', String(retryAfterSeconds))
    return answer
  }
  if (isDatabaseAway(error)) {
    log.error({ err: error, requestId, call }, 'a call failed: the database is away')
    const answer = json(503, { code: 503, msg: 'error.unavailable', requestId })
    answer.headers.set('retry-after', String(AWAY_RETRY_SECONDS))
    return answer
  }
  log.error({ err: error, requestId, call }, 'a call failed')
  return json(500, { code: 500, msg: 'error.unexpected', requestId })
}

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-expires': '0',
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: JSON_HEADERS })
}
