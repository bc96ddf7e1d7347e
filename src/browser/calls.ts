// The shop's own client of its API: the browser goes over HTTP, the renderer calls the same handlers in-process.
// Only types come from the contracts, so no schema reaches the browser's bundle.
import { createIsomorphicFn } from '@tanstack/react-start'
import type { CallInput, CallResult } from '#platform/http/contract.ts'
import { requestScope } from '#platform/request-scope.ts'

/** Every call of the shop: each contract adds its own, with `declare module '#browser/calls.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the contracts
export interface Calls {}

export type CallNames = keyof Calls

/**
 * Calls whose answer is the same for everybody: of these alone a page is made, for what the server renders is kept and shown
 * to all.
 */
export type PublicCallNames = { [N in CallNames]: Calls[N] extends { access: 'public' } ? N : never }[CallNames]

/** What the server refused, with its message key (decision A2); `status` 0: it could not be reached. */
export class CallRefused extends Error {
  status: number
  data: unknown
  errors: { path: string; message: string }[]
  retryAfterSeconds: number
  constructor(
    status: number,
    key: string,
    more: { data?: unknown; errors?: { path: string; message: string }[]; retryAfterSeconds?: number } = {},
  ) {
    super(key)
    this.status = status
    this.data = more.data
    this.errors = more.errors ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? 0
  }

  /** What is wrong with each field, by its path. */
  byField(): Record<string, string> {
    return Object.fromEntries(this.errors.map(({ path, message }) => [path, message]))
  }
}

const transport = createIsomorphicFn()
  .server(async (path: string, init: RequestInit): Promise<Response> => {
    const scope = requestScope.getStore()
    if (!scope) throw new Error('a call outside of a request')
    const headers = new Headers(init.headers)
    headers.set('x-locale', scope.locale)
    headers.set('x-currency', scope.currency)
    return scope.api(new Request(`http://in-process${path}`, { ...init, headers }))
  })
  .client((path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    const { locale = '', currency = '' } = document.documentElement.dataset
    headers.set('x-locale', locale)
    headers.set('x-currency', currency)
    return fetch(`/prod-api${path}`, { ...init, headers })
  })

/**
 * What a page can be shown without: where the call fails, its last answer in this browser, else `instead`. What the
 * server sends then is not kept, so that the next visitor gets the whole page.
 */
export async function callOr<N extends PublicCallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  instead: CallResult<Calls[N]>,
): Promise<CallResult<Calls[N]>> {
  try {
    const answer = await pageCall(name, input)
    noteAnswer(name, answer)
    return answer
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    return (lastAnswer(name) as CallResult<Calls[N]> | undefined) ?? instead
  }
}

const answers = new Map<string, unknown>()
const noteAnswer = createIsomorphicFn().client((name: string, answer: unknown) => void answers.set(name, answer))
const lastAnswer = createIsomorphicFn()
  .server((_name: string): unknown => {
    const scope = requestScope.getStore()
    if (scope) scope.incomplete = true
    return undefined
  })
  .client((name: string): unknown => answers.get(name))

interface Extras {
  signal?: AbortSignal
  headers?: Record<string, string>
}

/**
 * For loaders of pages, on both sides: pageCall('GET /api/product/info', { query: { … } }). Throws CallRefused for everything
 * that is not a success.
 */
export function pageCall<N extends PublicCallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  extras: Extras = {},
): Promise<CallResult<Calls[N]>> {
  return ask(name, input, extras)
}

/** For what somebody does in his browser; throws as pageCall does. While a page is rendered nobody does anything. */
export function call<N extends CallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  extras: Extras = {},
): Promise<CallResult<Calls[N]>> {
  refuseOnServer()
  return ask(name, input, extras)
}

const refuseOnServer = createIsomorphicFn().server(() => {
  throw new Error('a page is made of pageCall() alone')
})

async function ask<N extends CallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  extras: Extras = {},
): Promise<CallResult<Calls[N]>> {
  const [method, template] = name.split(' ') as [string, string]
  const parts = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  let path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(parts.params?.[key])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parts.query ?? {}))
    if (value !== undefined && value !== null) query.set(key, String(value))
  if (query.size > 0) path += `?${query}`
  const headers: Record<string, string> = { ...extras.headers }
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  let answer: Response
  try {
    answer = await transport(path, {
      method,
      headers,
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      signal: extras.signal,
    })
  } catch (error) {
    if (extras.signal?.aborted) throw error
    throw new CallRefused(0, 'error.offline')
  }
  const envelope = (await answer.json().catch(() => undefined)) as
    | { code: number; msg: string; data?: unknown; rows?: unknown; total?: number; errors?: [] }
    | undefined
  if (envelope?.code !== 200) {
    throw new CallRefused(answer.status, envelope?.msg ?? 'error.unexpected', {
      data: envelope?.data,
      errors: envelope?.errors,
      retryAfterSeconds: Number(answer.headers.get('retry-after') ?? 0),
    })
  }
  return ('rows' in envelope ? { rows: envelope.rows, total: envelope.total } : envelope.data) as CallResult<Calls[N]>
}
