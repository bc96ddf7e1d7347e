// Which variables a provider still wants before it can be connected.
import type { AnyProvider } from './define.ts'

/** As they were parsed, by name. */
export type Variables = Readonly<Record<string, unknown>>

/** By name; none: it has its credentials. */
export function missingVariables(provider: AnyProvider, environment: Variables): string[] {
  if (provider.settings(environment) !== undefined) return []
  // What belongs together with the first of them are its credentials; other groups are for something else.
  const wanted = new Set<string>(provider.setTogether[0])
  for (const pair of [...provider.setTogether, ...provider.setTogether])
    if (pair.some((name) => wanted.has(name))) for (const name of pair) wanted.add(name)
  return [...wanted].filter((name) => environment[name] === undefined)
}
