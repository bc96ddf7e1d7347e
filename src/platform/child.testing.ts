// For tests that start programs of the shop: what each of them needs of the environment.
import { join } from 'node:path'
import { inject } from 'vitest'

/** The environment of a program that a test starts. Such programs start hundreds of times: what they are made of is compiled once, beside the tests' database. */
export const childEnv = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: join(inject('dataDir'), 'compiled'),
})
