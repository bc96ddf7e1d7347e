// The shop's own client of its API: the browser goes over HTTP, the renderer calls the same handlers in-process.
// Only types come from the contracts, so no schema reaches the browser's bundle.
import { createIsomorphicFn } from '@tanstack/react-start'
import type { CallInput, CallResult, Envelope, Outcome, PageInput } from '#platform/http/contract.ts'
import { requestScope } from '#platform/request-scope.ts'
import { CallRefused } from './call-refused.ts'
import { untilLate } from './until-late.ts'
import { whereNoJson } from './where-no-json.ts'

export { CallRefused }

/** Every call of the shop: each contract adds its own, with `declare module '#browser/calls.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the contracts
export interface Calls {}

export type CallNames = keyof Calls

/**
 * Calls whose answer is the same for everybody: of these alone a page is made, for what the server renders is kept and shown
 * to all.
 */
export type PublicCallNames = { [N in CallNames]: Calls[N] extends { access: 'public' } ? N : never }[CallNames]

/** The renderer asks the handlers themselves, the browser over HTTP; throws when nothing could be reached. */
const ask = createIsomorphicFn()
  .server((name: string, input: PageInput, _extras: Extras): Promise<Outcome> => {
    const scope = requestScope.getStore()
    if (!scope) throw new Error('a call outside of a request')
    return scope.ask(name, input, scope)
  })
  .client(async (name: string, { params, query, body }: PageInput, extras: Extras): Promise<Outcome> => {
    const [method, template] = name.split(' ') as [string, string]
    let path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key])))
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query ?? {}))
      if (value !== undefined && value !== null) search.set(key, String(value))
    if (search.size > 0) path += `?${search}`
    const headers = new Headers(extras.headers)
    const { locale = '', currency = '' } = document.documentElement.dataset
    headers.set('x-locale', locale)
    headers.set('x-currency', currency)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const answer = await fetch(`/prod-api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: untilLate(extras.signal),
    })
    // Whoever knows a member asks whether he is one still.
    if (answer.status === 401) dispatchEvent(new Event('401'))
    const envelope: Envelope = (await answer.json().catch(whereNoJson)) ?? { code: 0, msg: 'error.unexpected' }
    return { status: answer.status, envelope, retryAfterSeconds: Number(answer.headers.get('retry-after') ?? 0) }
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
  /** Of what is asked and changes nothing: it can be called off. */
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
  return answerOf(name, input, extras)
}

/** For what somebody does in his browser; throws as pageCall does. While a page is rendered nobody does anything. */
export function call<N extends CallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  extras: Extras = {},
): Promise<CallResult<Calls[N]>> {
  refuseOnServer()
  return answerOf(name, input, extras)
}

const refuseOnServer = createIsomorphicFn().server(() => {
  throw new Error('a page is made of pageCall() alone')
})

async function answerOf<N extends CallNames>(
  name: N,
  input: CallInput<Calls[N]>,
  extras: Extras = {},
): Promise<CallResult<Calls[N]>> {
  let outcome: Outcome
  try {
    outcome = await ask(name, input as PageInput, extras)
  } catch (error) {
    if (extras.signal?.aborted) throw error
    throw new CallRefused(0, 'error.offline')
  }
  const { status, envelope, retryAfterSeconds } = outcome
  if (envelope.code !== 200) {
    const { msg, data, errors } = envelope
    throw new CallRefused(status, msg ?? 'error.unexpected', { data, errors, retryAfterSeconds })
  }
  return ('rows' in envelope ? { rows: envelope.rows, total: envelope.total } : envelope.data) as CallResult<Calls[N]>
}
