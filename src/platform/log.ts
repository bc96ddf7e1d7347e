// Structured logs. What must never be in one (keys, passwords, tokens, card numbers, addresses of people) is removed here
// by field name as the second line of defence; the first is not to pass it.
import { writeSync } from 'node:fs'
import pino from 'pino'

export type Log = pino.Logger

const SECRET_FIELDS = [
  'password', 'oldPwd', 'newPwd', 'confirmPwd', 'pwd', 'token', 'access', 'authorization', 'cookie', 'cardNo',
  'cardSecurityCode', 'cardExpire', 'secret', 'secretKey', 'apiKey', 'code', 'plaintext', 'deliveryEmail', 'email',
] // biome-ignore format: a list of words

/** One JSON object a line, to standard output unless told otherwise. */
export function createLog(level: string, to: pino.DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[removed]' },
    serializers: { err: describeError },
  }
  return pino(options, to)
}

/** For so long a line waits for a reader that takes nothing; those that follow do not wait until it takes something again. */
const MOST_WAIT_MS = 100
const WAIT_MS = 5

/**
 * Standard output for a shop that outlives it: what a full disk or a closed terminal does not take is lost, and nothing else is.
 * (pino's own destination throws a failed write at the process, and repeats it for ever when the process shall end.)
 */
export function standardOutput(mostWaitMs = MOST_WAIT_MS): pino.DestinationStream {
  const asleep = new Int32Array(new SharedArrayBuffer(4))
  let [isStuck, isTorn] = [false, false]
  return {
    write(line) {
      // What follows half a line begins a line of its own.
      const bytes = Buffer.from(isTorn ? `\n${line}` : line)
      let [written, waitedMs] = [0, isStuck ? mostWaitMs : 0]
      while (written < bytes.length) {
        try {
          written += writeSync(1, bytes, written)
          waitedMs = 0
        } catch (error) {
          isStuck = (error as NodeJS.ErrnoException).code === 'EAGAIN'
          if (!isStuck || waitedMs >= mostWaitMs) {
            isTorn ||= written > 0
            return
          }
          Atomics.wait(asleep, 0, 0, WAIT_MS)
          waitedMs += WAIT_MS
        }
      }
      isStuck = isTorn = false
    },
  }
}

/**
 * An error as a log may show it. A database error carries the row it failed on in `detail` and the query's values in
 * `where`, so only its code and constraint are kept; of a value that could not be read (class 22) it says the value itself.
 */
export function describeError(err: unknown): { type: string; message?: string } & Record<string, unknown> {
  if (!(err instanceof Error)) return { type: typeof err }
  const { code, constraint, table, routine, about } = err as Error & Record<string, unknown>
  const message = /^22.{3}$/.test(String(code)) ? err.message.split(/[:"]/, 1)[0]! : err.message
  const stack = err.stack?.replace(err.message, () => message)
  // Not `code`: under that name keys are removed.
  const errors = err instanceof AggregateError ? err.errors.map(describeError) : undefined
  return { type: err.name, message, stack, errorCode: code, constraint, table, routine, about, errors }
}
