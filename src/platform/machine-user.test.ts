import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childEnv } from './child.testing.ts'

const isRoot = process.getuid?.() === 0

/** What a program says that has become the user of this number. */
const saidAs = (uid: number, file: string, call: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const it = await import(${JSON.stringify(join(import.meta.dirname, file))})
      process.setuid(${uid})
      process.stdout.write(String(await it.${call}))`,
    ],
    { env: childEnv(), encoding: 'utf8' },
  )

test.runIf(isRoot)('a user whom the machine has no name for is called by his number', () => {
  expect(saidAs(54321, 'machine-user.ts', 'machineUser()')).toBe('uid 54321')
  expect(saidAs(0, 'machine-user.ts', 'machineUser()')).toBe('root')
})

test.runIf(isRoot)('the database of a user whom the machine has no name for runs as himself', () => {
  expect(saidAs(54321, 'database/server-programs.ts', 'serverUser()')).toBe('undefined')
})
