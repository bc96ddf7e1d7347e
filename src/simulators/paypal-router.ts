// Which call is answered by what, and how often each was made.
import type { Answer, Incoming } from './listener.ts'
import { createReplies, type createTokens, requestIdOf } from './paypal-access.ts'
import type { Authority } from './paypal-authority.ts'
import { answerCall } from './paypal-calls.ts'
import type { createDisputes } from './paypal-disputes.ts'
import type { createEvents } from './paypal-events.ts'
import type { Orders } from './paypal-orders.ts'
import { answerPage } from './paypal-page.ts'
import type { Shown } from './paypal-state.ts'
import { searchTransactions } from './paypal-transactions.ts'
import { answer, failure, fields, PayPalRefusal } from './paypal-wire.ts'

export const noRequests = () => ({
  token: 0,
  create: 0,
  get: 0,
  capture: 0,
  refund: 0,
  disputes: 0,
  certificate: 0,
  replayed: 0,
  page: 0,
  outcome: 0,
})
export type Requests = ReturnType<typeof noRequests>

/** The next call whose path holds `on` is refused. */
export interface Refusal {
  on: string
  issue: string
  status: number
}

export interface RouterOptions {
  authority: Authority
  tokens: ReturnType<typeof createTokens>
  orders: Orders
  disputes: ReturnType<typeof createDisputes>
  events: ReturnType<typeof createEvents>
  shown: Shown
  merchant: string
  requests: Requests
  refusals: Refusal[]
  /** Transactions that one search may find. */
  mostFound(): number
  now(): number
}

const CERTIFICATES = '/v1/notifications/certs/'

export function createRouter(of: RouterOptions): (incoming: Incoming) => Answer {
  const { authority, tokens, orders, disputes, events, shown, requests, refusals } = of
  const replies = createReplies()

  function route(incoming: Incoming): Answer {
    const { path } = incoming
    if (path.startsWith('/webapps/')) return answerPage(incoming, of)
    if (path === '/v1/oauth2/token') {
      requests.token++
      return tokens.give(incoming)
    }
    if (path.startsWith(CERTIFICATES)) return certificate(path.slice(CERTIFICATES.length))
    const refused = tokens.refuse(incoming)
    if (refused) return refused
    const earlier = replies.earlier(incoming)
    if (earlier) requests.replayed++
    return earlier ?? replies.keep(incoming, call(incoming))
  }

  function certificate(id: string): Answer {
    requests.certificate++
    return id === authority.certificateId
      ? { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: authority.chain }
      : failure(new PayPalRefusal(404))
  }

  function call(incoming: Incoming): Answer {
    const { method, path, query, body, headers } = incoming
    refuseOnDemand(incoming)
    const json = body === '' ? {} : readJson(body)
    // Evidence may come as a form with files; nothing of it is looked at.
    const isForm = String(headers['content-type']).startsWith('multipart/')
    if (json === undefined && !isForm) throw new PayPalRefusal(400, 'MALFORMED_REQUEST_JSON')
    requests[countOf(method, path)]++
    const asked = {
      method,
      path,
      body: fields(json),
      full: headers.prefer === 'return=representation',
      requestId: requestIdOf(headers),
    }
    if (path === '/v1/notifications/verify-webhook-signature')
      return answer(200, { verification_status: events.verify(asked.body) })
    if (path === '/v1/reporting/transactions' && method === 'GET') return searchTransactions(query, of)
    const given = path.startsWith('/v1/customer/disputes')
      ? disputes.call(method, path, query)
      : answerCall(asked, { orders, shown, now: of.now })
    return given ?? failure(new PayPalRefusal(404, 'INVALID_RESOURCE_ID'))
  }

  function refuseOnDemand({ path, headers }: Incoming) {
    const mock = headers['paypal-mock-response']
    if (typeof mock === 'string') throw new PayPalRefusal(422, String(fields(readJson(mock)).mock_application_codes))
    const index = refusals.findIndex(({ on }) => path.includes(on))
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1)
    if (refusal) throw new PayPalRefusal(refusal.status, refusal.issue)
  }

  return (incoming) => {
    try {
      return route(incoming)
    } catch (error) {
      if (error instanceof PayPalRefusal) return failure(error)
      throw error
    }
  }
}

function countOf(method: string, path: string): keyof Requests {
  if (path.startsWith('/v1/customer/disputes')) return 'disputes'
  if (path.endsWith('/capture')) return 'capture'
  if (path.endsWith('/refund')) return 'refund'
  return method === 'GET' ? 'get' : 'create'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
