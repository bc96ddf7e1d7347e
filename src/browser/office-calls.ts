// The back office's own client of its API: the same contracts and envelopes as the shop's, other calls. It runs in browsers
// alone, for no page of the office is made by the server.
import type { CallInput, CallResult, Envelope } from '#platform/http/contract.ts'
import { CallRefused } from './call-refused.ts'
import { untilLate } from './until-late.ts'
import { whereNoJson } from './where-no-json.ts'

/** Every call of the back office: each room's `office.ts` adds its own, with `declare module '#browser/office-calls.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the contracts
export interface OfficeCalls {}

/** Told to the window when a call says that nobody is signed in. */
export const SIGNED_OUT = 'office-signed-out'

export type OfficeCallNames = keyof OfficeCalls

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Throws CallRefused for everything that is not a success; its `status` is 0 when nothing could be reached, and 504 when whoever
 * asked has waited long enough not to be asked to wait again.
 */
export async function officeCall<N extends OfficeCallNames>(
  name: N,
  input: CallInput<OfficeCalls[N]>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<CallResult<OfficeCalls[N]>> {
  const { params, query, body } = input as AnyInput
  const [method, template] = (name as string).split(' ') as [string, string]
  let path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(key, String(value))
  if (search.size > 0) path += `?${search}`
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const bound = untilLate(signal, sent?.length)
  let answer: Response
  let envelope: Envelope
  try {
    answer = await fetch(`/prod-api${path}`, {
      method,
      headers: {
        'x-locale': document.documentElement.dataset.locale ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: sent,
      signal: bound,
    })
    envelope = (await answer.json().catch(whereNoJson)) ?? { code: 0, msg: 'error.unexpected' }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallRefused(bound.aborted ? 504 : 0, 'error.offline')
  }
  if (answer.status === 401) dispatchEvent(new Event(SIGNED_OUT))
  if (envelope.code !== 200) {
    const { msg, data, errors } = envelope
    const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0)
    throw new CallRefused(answer.status, msg ?? 'error.unexpected', { data, errors, retryAfterSeconds })
  }
  return ('rows' in envelope ? { rows: envelope.rows, total: envelope.total } : envelope.data) as CallResult<
    OfficeCalls[N]
  >
}
