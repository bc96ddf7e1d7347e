// `npm run keys -- reseal` as an operator types it: what it says of the keys that are older.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { createTestDatabase } from '#platform/testing.ts'

const CLI = join(import.meta.dirname, 'import/cli.ts')
const newKey = () => randomBytes(32).toString('base64')

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const reseal = (keys: string[]) =>
  new Promise<string>((resolve, reject) => {
    const env = {
      ...childEnv(),
      DATA_DIR: inject('dataDir'),
      DATABASE_URL: database.url,
      VAULT_KEYS: keys.join(','),
    }
    execFile(process.execPath, [CLI, 'reseal'], { env, encoding: 'utf8' }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })

test('it says that a key can be dropped, and what of the last day ends with it', async () => {
  const [old, fresh] = [newKey(), newKey()]
  expect(await reseal([old])).not.toContain('drop')
  expect((await reseal([fresh, old])).split('\n').slice(1)).toEqual([
    expect.stringMatching(/^Nothing that is to last needs [0-9a-f]{8} any more: drop it, and restart\.$/),
    'What ends with it: links to orders that it signed (/order mails a fresh one), and of the last day files of lists and links into the office, which can be made anew.',
    '',
  ])
})
