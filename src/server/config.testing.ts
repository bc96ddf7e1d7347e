// For the tests of the configuration: why one is refused.
import { ConfigError } from '#platform/config.ts'
import { readConfig } from './config.ts'

export function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons
    throw error
  }
  return []
}

export const namesOf = (env: Record<string, string>) => reasonsOf(env).map((reason) => reason.split(':')[0])
