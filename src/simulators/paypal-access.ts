// Who may call: tokens that end, given for the client's credentials; and what a repeated request is answered.
import { randomBytes } from 'node:crypto'
import { BoundedMap } from './bounded-map.ts'
import type { Answer, Incoming } from './listener.ts'
import { answer, PayPalRefusal } from './paypal-wire.ts'

const TOKEN_SECONDS = 32_400
const MOST_REPLIES = 20_000
const LONGEST_REQUEST_ID = 108

export function createTokens(client: { id: string; secret: string }, now: () => number) {
  const tokens = new BoundedMap<string, number>(1_000)
  const credentials = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  return {
    /** POST /v1/oauth2/token */
    give({ headers, body }: Incoming): Answer {
      if (headers.authorization !== credentials)
        return answer(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
      if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
        return answer(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' })
      const access_token = `A21AA${randomBytes(40).toString('base64url')}`
      tokens.set(access_token, now() + TOKEN_SECONDS * 1000)
      return answer(200, {
        scope: 'https://uri.paypal.com/services/disputes/read-seller',
        access_token,
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: TOKEN_SECONDS,
        nonce: `${new Date(now()).toISOString()}${randomBytes(8).toString('hex')}`,
      })
    },
    /** Undefined: it may go on. */
    refuse({ headers }: Incoming): Answer | undefined {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      if ((tokens.get(bearer) ?? 0) > now()) return undefined
      return answer(401, { error: 'invalid_token', error_description: 'Token signature verification failed' })
    },
    endAll: () => tokens.clear(),
  }
}

/** A request that succeeded is answered the same again, with 200 instead of 201; one that did not may be tried again. */
export function createReplies() {
  const replies = new BoundedMap<string, Answer>(MOST_REPLIES)
  const keyOf = ({ method, path, headers }: Incoming) => {
    const id = requestIdOf(headers)
    return method === 'POST' && id ? `${path} ${id}` : undefined
  }
  return {
    earlier(incoming: Incoming): Answer | undefined {
      const key = keyOf(incoming)
      const reply = key && replies.get(key)
      return reply ? { ...reply, status: 200 } : undefined
    },
    keep(incoming: Incoming, given: Answer): Answer {
      const key = keyOf(incoming)
      if (key && given.status < 300) replies.set(key, given)
      return given
    },
  }
}

export function requestIdOf(headers: Incoming['headers']): string | undefined {
  const id = headers['paypal-request-id']
  if (typeof id !== 'string') return undefined
  if (id.length > LONGEST_REQUEST_ID) throw new PayPalRefusal(400, 'INVALID_STRING_LENGTH', 'PayPal-Request-Id')
  return id
}
