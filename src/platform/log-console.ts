// What libraries say on the console is a line of the log, as everything else that a shop says: graphile-worker prints the stack of a
// worker that a database took along when it ended, which would stand in no log and in no format.
import { format } from 'node:util'
import { describeError, type Log } from './log.ts'

/** Nothing of ours speaks there; a trace is the stack of something that went wrong. */
const METHODS = [
  ['debug', 'debug'],
  ['log', 'info'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
  ['trace', 'error'],
] as const

export function logConsole(log: Log): void {
  for (const [method, level] of METHODS) {
    console[method] = (...said: unknown[]) => {
      // Errors and other objects stand in fields, where what they must not say is taken from them.
      const errors = said.filter((one) => one instanceof Error)
      const objects = said.filter((one) => typeof one === 'object' && one !== null && !(one instanceof Error))
      const words = oneLine(format(...said.map(inWords)))
      if (method === 'trace' && errors.length === 0) errors.push(new Error(words))
      const err = errors.length > 1 ? new AggregateError(errors, errors[0]!.message) : errors[0]
      log[level]({ console: method, err, ...(objects.length > 0 && { said: objects }) }, words)
    }
  }
}

function inWords(one: unknown): unknown {
  if (one instanceof Error) return describeError(one).message
  return typeof one === 'object' && one !== null ? '{…}' : one
}

const MOST_LETTERS = 1_000

const oneLine = (text: string) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .slice(0, MOST_LETTERS)
