// What calls and responders tell whoever asks for too much: to come again.
import { NobodyWaits, QueueFull } from '../fair-queue.ts'
import { CallError } from './errors.ts'

const SECONDS = 5

export const comeAgain = (status: 429 | 503, seconds: number) =>
  new Response('Busy', { status, headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' } })

/** 503 when the queue is full, 429 when it is the client's own; nothing for one who has gone. Everything else is thrown. */
export function refuseBusy(error: unknown): Response {
  if (error instanceof NobodyWaits) return new Response(null, { status: 499 })
  if (!(error instanceof QueueFull)) throw error
  return comeAgain(error.whose === 'client' ? 429 : 503, SECONDS)
}

/** What a call answers likewise. */
export const queueFull = ({ whose }: Pick<QueueFull, 'whose'>) =>
  whose === 'client'
    ? new CallError(429, 'error.tooMany', { retryAfterSeconds: SECONDS })
    : new CallError(503, 'error.unavailable', { retryAfterSeconds: SECONDS })
