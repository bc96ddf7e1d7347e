// What libraries say on the console is a line of the log, as everything else that a shop says: graphile-worker prints the stack of a
// worker that a database took along when it ended, which would stand in no log and in no format.
import { format } from 'node:util'
import type { Log } from './log.ts'

/** Each is at least a warning: nothing of ours speaks there. */
export function logConsole(log: Log): void {
  for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    console[method] = (...said: unknown[]) => {
      // An error stands in a field, where what it must not say is taken from it.
      const err = said.find((one) => one instanceof Error)
      const words = said.filter((one) => one !== err)
      log.warn({ console: method, err }, firstLine(words.length > 0 ? format(...words) : 'an error on the console'))
    }
  }
}

const firstLine = (text: string) => text.split('\n', 1)[0]!
