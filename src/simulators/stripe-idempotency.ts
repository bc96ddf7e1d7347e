// The first answer under an Idempotency-Key is the answer for good, a 500 included. What was refused before it was begun
// (parameters, keys) is not kept.
import { BoundedMap } from './bounded-map.ts'
import type { Answer, Incoming } from './listener.ts'
import { failure } from './stripe-wire.ts'

const LONGEST_KEY = 255
const KEPT = 10_000

export function createIdempotency() {
  const kept = new BoundedMap<string, { request: string; answer: Answer }>(KEPT)
  const keyOf = ({ method, headers }: Incoming) => {
    const key = headers['idempotency-key']
    return method === 'POST' && typeof key === 'string' ? key : undefined
  }
  const requestOf = ({ path, body }: Incoming) => `${path}?${body}`

  return {
    /** What was answered before, or why this request can't be heard. */
    earlier(incoming: Incoming): Answer | undefined {
      const key = keyOf(incoming)
      if (key === undefined) return undefined
      if (key.length > LONGEST_KEY)
        return failure(400, {
          type: 'idempotency_error',
          message: `Idempotency keys may have up to ${LONGEST_KEY} characters; this one has ${key.length}.`,
        })
      const known = kept.get(key)
      if (!known) return undefined
      if (known.request !== requestOf(incoming))
        return failure(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } }
    },

    keep(incoming: Incoming, answer: Answer): Answer {
      const key = keyOf(incoming)
      if (key === undefined || key.length > LONGEST_KEY) return answer
      const named = { ...answer, headers: { ...answer.headers, 'idempotency-key': key } }
      if (answer.status < 300 || answer.status >= 500) kept.set(key, { request: requestOf(incoming), answer: named })
      return named
    },
  }
}
