// The configuration of a shop with all its rooms.
import { type Config, parseConfig } from '#platform/config.ts'
import { ROOMS } from './rooms.ts'

/** What the rooms read of the environment. */
export const declaredVariables = () => ROOMS.flatMap((room) => room.variables?.() ?? [])

/** Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  return parseConfig(env, declaredVariables())
}
