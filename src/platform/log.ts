// Structured logs. What must never be in one (keys, passwords, tokens, card numbers, addresses of people) is removed here
// by field name as the second line of defence; the first is not to pass it.
import pino from 'pino'

export type Log = pino.Logger

const SECRET_FIELDS = [
  'password', 'oldPwd', 'newPwd', 'confirmPwd', 'pwd', 'token', 'access', 'authorization', 'cookie', 'cardNo',
  'cardSecurityCode', 'cardExpire', 'secret', 'secretKey', 'apiKey', 'code', 'plaintext', 'deliveryEmail', 'email',
] // biome-ignore format: a list of words

/** One JSON object a line, to standard output unless told otherwise. */
export function createLog(level: string, to?: pino.DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[removed]' },
    serializers: { err: describeError },
  }
  return to ? pino(options, to) : pino(options)
}

/**
 * An error as a log may show it. A database error carries the row it failed on in `detail` and the query's values in
 * `where`, so only its code and constraint are kept; of a value that could not be read (class 22) it says the value itself.
 */
function describeError(err: unknown) {
  if (!(err instanceof Error)) return { type: typeof err }
  const { code, constraint, table, routine } = err as Error & Record<string, unknown>
  const message = /^22.{3}$/.test(String(code)) ? err.message.split(/[:"]/, 1)[0]! : err.message
  const stack = err.stack?.replace(err.message, () => message)
  // Not `code`: under that name keys are removed.
  return { type: err.name, message, stack, errorCode: code, constraint, table, routine }
}
