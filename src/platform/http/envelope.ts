// What a call answers, whichever way it was asked: the envelope (decision A2) and the status that goes with it.
import { z } from 'zod'
import { AWAY_RETRY_SECONDS, isDatabaseAway } from '../database/connection.ts'
import type { Log } from '../log.ts'
import type { Call, Outcome } from './contract.ts'
import { CallError } from './errors.ts'

export function succeeded(call: Call, result: unknown): Outcome {
  // In tests the answers are held against the contract too; in production that would be work for nothing.
  if (process.env.NODE_ENV === 'test')
    (call.rows ? z.object({ rows: z.array(call.rows), total: z.number() }) : call.data!).parse(result)
  const said = call.rows ? (result as { rows: unknown[]; total: number }) : { data: result ?? null }
  return { status: 200, envelope: { code: 200, msg: 'ok', ...said } }
}

/**
 * What is no expected outcome is logged, and told by no more than its request's id. `hasBegun`: the call may have changed something
 * before the database went away, maybe by the very commit that was not answered, and says so.
 */
export function failed(error: unknown, requestId: string, call: string, log: Log, hasBegun = false): Outcome {
  if (error instanceof CallError) {
    const { errors, data, retryAfterSeconds } = error.details
    const code = error.status === 422 ? 500 : error.status
    return { status: error.status, envelope: { code, msg: error.message, errors, data }, retryAfterSeconds }
  }
  if (isDatabaseAway(error)) {
    log.error({ err: error, requestId, call }, 'a call failed: the database is away')
    const envelope = { code: 503, msg: 'error.unavailable', requestId, ...(hasBegun && { data: { mayBeDone: true } }) }
    return { status: 503, envelope, retryAfterSeconds: AWAY_RETRY_SECONDS }
  }
  log.error({ err: error, requestId, call }, 'a call failed')
  return { status: 500, envelope: { code: 500, msg: 'error.unexpected', requestId } }
}
