// Structured logs. What must never be in one (keys, passwords, tokens, card numbers, addresses of people) is removed here
// by field name as the second line of defence; the first is not to pass it.
import pino from 'pino'

export type Log = pino.Logger

const SECRET_FIELDS = [
  'password', 'oldPwd', 'newPwd', 'confirmPwd', 'pwd', 'token', 'access', 'authorization', 'cookie', 'cardNo',
  'cardSecurityCode', 'cardExpire', 'secret', 'secretKey', 'apiKey', 'code', 'plaintext', 'deliveryEmail', 'email',
] // biome-ignore format: a list of words

export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[removed]' },
    serializers: { err: describeError },
  })
}

/**
 * An error as a log may show it. A database error carries the row it failed on in `detail` and the query's values in
 * `where`, so only its code and constraint are kept.
 */
function describeError(err: unknown) {
  if (!(err instanceof Error)) return { type: typeof err }
  const { code, constraint, table, routine } = err as Error & Record<string, unknown>
  return { type: err.name, message: err.message, stack: err.stack, code, constraint, table, routine }
}
