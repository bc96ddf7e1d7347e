// The calls of which pages are made, asked without HTTP: the same handlers behind the same checks (decision A1), without a
// request that is written and read and an answer that is. What a page shows is kept for everybody, so it may ask for
// nothing that is one person's. How often is counted by pages, by who has them rendered: here nobody is told from others.
import { randomUUID } from 'node:crypto'
import { uncounted } from './by-secret.ts'
import { parseInput } from './call-input.ts'
import type { AskInProcess, Call, CallName, Outcome, PageAsker, PageInput } from './contract.ts'
import { failed, succeeded } from './envelope.ts'
import { CallError } from './errors.ts'
import { PREVIEW_HEADER } from './page-preview.ts'
import { isPublic, VISITOR } from './principal.ts'
import type { ServedCalls, ServeOptions } from './serve.ts'

const ADDRESS = 'in-process'

type InProcessOptions = Pick<ServeOptions, 'log' | 'observe'>

export function askInProcess(calls: readonly ServedCalls[], { log, observe }: InProcessOptions): AskInProcess {
  const known = new Map<string, { call: Call; handler: ServedCalls['handlers'][string] }>()
  for (const { contract, handlers } of calls)
    for (const [name, call] of Object.entries(contract) as [CallName, Call][])
      known.set(name, { call, handler: handlers[name]! })

  async function outcomeOf(name: CallName, input: PageInput, asker: PageAsker): Promise<Outcome> {
    const requestId = randomUUID()
    try {
      const found = known.get(name)
      if (!found) throw new CallError(404, 'error.noSuchCall')
      const { call, handler } = found
      if (!isPublic(call)) throw new Error(`${name} is personal: no page that is kept may show it`)
      if (call.changes || call.download || call.file || call.raw) throw new Error(`${name} is no question about a page`)
      const { params, query, body } = input
      const parsed = parseInput(call, { params: asText(params), query: asText(query), body })
      const { locale, currency, preview } = asker
      const caller = {
        requestId,
        principal: VISITOR,
        locale,
        address: ADDRESS,
        country: undefined,
        headers: new Headers({
          'x-locale': locale,
          'x-currency': currency,
          ...(preview && { [PREVIEW_HEADER]: preview }),
        }),
        setCookie: () => {},
        bySecret: uncounted,
      }
      const outcome = succeeded(call, await handler(parsed as never, caller))
      return process.env.NODE_ENV === 'test' ? frozen(outcome) : outcome
    } catch (error) {
      return failed(error, requestId, name, log)
    }
  }

  return async (name, input, asker) => {
    const started = performance.now()
    const outcome = await outcomeOf(name as CallName, input, asker)
    observe(name, outcome.status, (performance.now() - started) / 1000)
    return outcome
  }
}

/** As an address says it: what is not there is left out. */
function asText(values: Record<string, unknown> = {}): Record<string, string> {
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null) texts[name] = String(value)
  return texts
}

/** In tests whoever changes what he was shown is told so. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
