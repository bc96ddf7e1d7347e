// Serves contracts: finds the handler, validates the input, wraps the answer in the envelope, turns errors into answers.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { chooseLocale, EVERY_LANGUAGE, type Offered } from '../i18n/locales.ts'
import type { Log } from '../log.ts'
import { findsBySecret } from './by-secret.ts'
import { readInput } from './call-input.ts'
import type { Answer, Call, CallName, Contract, Outcome, Parsed } from './contract.ts'
import { readCookie } from './cookies.ts'
import { type Download, downloadAnswer } from './download.ts'
import { failed, succeeded } from './envelope.ts'
import { CallError } from './errors.ts'
import {
  type Asker,
  admit,
  asksWho,
  type Caller,
  type Guards,
  guard,
  isPublic,
  kindAsked,
  type Principal,
  VISITOR,
} from './principal.ts'
import { isFromElsewhere, isMeant } from './same-origin.ts'
import { inTurn, noticeInTurn } from './upload.ts'

export type Handlers<C extends Contract> = {
  [N in keyof C & CallName]: (input: Parsed<C[N]>, caller: CallerOf<C[N]>) => Promise<Answer<C[N]>>
}

/** Who asks is in the type only of calls that find it out: the compiler refuses to read it in others. */
type CallerOf<C extends Call> = C extends { access: 'public'; knowsMembers?: never } ? Asker : Caller

/** A contract with its handlers, ready to be mounted. */
export interface ServedCalls {
  contract: Contract
  handlers: Record<string, (input: never, caller: Caller) => Promise<unknown>>
  refusals?: Refusals | undefined
}

/** By call: throws for what its address names in vain, before anything of its body is read. */
export type Refusals = Record<string, (params: Record<string, string>) => void>

export function serves<C extends Contract>(contract: C, handlers: Handlers<C>, refusals?: Refusals): ServedCalls {
  return { contract, handlers: handlers as ServedCalls['handlers'], refusals }
}

/** The calls of one room whose subjects have a file each. */
export function mergeCalls(...served: ServedCalls[]): ServedCalls {
  return {
    contract: Object.assign({}, ...served.map(({ contract }) => contract)),
    handlers: Object.assign({}, ...served.map(({ handlers }) => handlers)),
    refusals: Object.assign({}, ...served.map(({ refusals }) => refusals)),
  }
}

export interface ServeOptions {
  log: Log
  /** Who asks, by cookie or token. */
  identify(kind: 'member' | 'staff', asker: Asker): Promise<Principal>
  guards: Guards
  /** Which open something, beside cookie and authorization: answers differ by them. */
  guardHeaders: readonly string[]
  /** Those that visitors may choose. */
  languages(): Offered
  /** Throws CallError 429 when this address has made too many of these calls. */
  limit(call: CallName, address: string, perMinute: number | string): Promise<void>
  /** A request that no page of ours and no provider sends: another site's write, a notice without its signature. */
  suspicious(call: CallName, reason: string): void
  observe(call: string, status: number, seconds: number): void
}

export interface ApiEnv {
  address: string
  country?: string
}

const SUSPICIOUS = new Set(['error.foreignOrigin', 'error.signature'])

/** The API as a fetch handler; paths are below `/prod-api`. */
export function serveCalls(calls: ServedCalls[], options: ServeOptions): Hono<{ Bindings: ApiEnv }> {
  const app = new Hono<{ Bindings: ApiEnv }>({ strict: true })
  const bySecret = findsBySecret()
  const personal = ['cookie', ...options.guardHeaders, 'authorization'].join(', ')
  for (const { contract, handlers, refusals } of calls) {
    for (const [name, call] of Object.entries(contract) as [CallName, Call][]) {
      const [method, path] = name.split(' ') as [string, string]
      const handler = handlers[name]
      if (!handler) throw new Error(`${name} has no handler`)
      // Who works here reads in a language of the office.
      const isOfOffice = path.startsWith('/office/')
      if (kindAsked(call) === 'staff' && !isOfOffice)
        throw new Error(`${name} is for employees, and such calls lie below /office/`)
      const { pattern, paramsOf } = routeOf(path)
      app.on(method, pattern, async (c) => {
        const started = performance.now()
        const requestId = randomUUID()
        const cookies: string[] = []
        const caller: Caller = {
          requestId,
          principal: VISITOR,
          provedWithin: call.provedWithin,
          locale: localeOf(c.req.raw.headers, isOfOffice ? EVERY_LANGUAGE : options.languages()),
          address: c.env.address,
          country: c.env?.country,
          headers: c.req.raw.headers,
          setCookie: (cookie) => cookies.push(cookie),
          bySecret: bySecret(c.env.address),
        }
        let answer: Response
        let hasBegun = false
        try {
          // A page of another site must not act with our visitor's cookies (decision A8); a provider's notice has none.
          if (method !== 'GET' && !call.raw && isFromElsewhere(caller.headers))
            throw new CallError(403, 'error.foreignOrigin')
          if (call.changes) refuseUnmeant(c.req.raw)
          if (call.perMinute) await options.limit(name, caller.address, call.perMinute)
          if (asksWho(call)) caller.principal = await options.identify(kindAsked(call), caller)
          admit(call, caller.principal)
          const serve = async () => {
            const params = paramsOf(c.req.param())
            refusals?.[name]?.(params)
            const read = () => readInput(call, c.req.raw, params)
            const input = await (call.raw ? noticeInTurn(caller.address, c.req.raw.signal, read) : read())
            await guard(call.access, options.guards, input, caller)
            hasBegun = method !== 'GET'
            const result = await handler(input as never, caller)
            return call.download ? downloadAnswer(result as Download) : asResponse(succeeded(call, result))
          }
          answer = await (call.file ? inTurn(senderOf(caller), c.req.raw.signal, serve) : serve())
        } catch (error) {
          if (error instanceof CallError && SUSPICIOUS.has(error.message)) options.suspicious(name, error.message)
          answer = asResponse(failed(error, requestId, name, options.log, hasBegun))
        }
        // What somebody's cookie or token opens is nobody else's, whatever a cache in front is told to keep.
        if (!isPublic(call)) answer.headers.set('vary', personal)
        for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
        options.observe(name, answer.status, (performance.now() - started) / 1000)
        return answer
      })
    }
  }
  app.notFound(() => asResponse(failed(new CallError(404, 'error.noSuchCall'), '', '', options.log)))
  app.onError((error) => asResponse(failed(error, randomUUID(), 'router', options.log)))
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
function localeOf(headers: Headers, offered: Offered): string {
  const wishes = {
    lang: headers.get('x-locale'),
    cookie: readCookie(headers.get('cookie'), 'locale'),
    acceptLanguage: headers.get('accept-language'),
  }
  return chooseLocale(wishes, offered).code
}

const senderOf = ({ principal, address }: Caller) => ({
  id: principal.kind === 'member' ? principal.memberId : principal.kind === 'staff' ? principal.staffId : address,
  isStaff: principal.kind === 'staff',
})

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-expires': '0',
}

function asResponse({ status, envelope, retryAfterSeconds }: Outcome): Response {
  const answer = new Response(JSON.stringify(envelope), { status, headers: JSON_HEADERS })
  if (retryAfterSeconds) answer.headers.set('retry-after', String(retryAfterSeconds))
  return answer
}
