// What a balancer is told (decision E5): ready is who can write now and whose worker is alive.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './database/migrate.ts'
import { createHealth } from './health.ts'
import { createTestDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.url)
})
afterAll(() => database.drop())

async function ask(workerSilentMs: number | undefined, notes: string[] = []) {
  const health = createHealth({ url: database.url, workerSilentMs: () => workerSilentMs, notes: async () => notes })
  try {
    return await health.check()
  } finally {
    await health.close()
  }
}

test('a worker that has not asked for a job for more than 30 seconds makes it not ready; one that runs none is not missed', async () => {
  expect(await ask(29_000)).toEqual({ ready: true, lines: [] })
  expect(await ask(31_000)).toEqual({ ready: false, lines: ['worker: has not asked for a job for 31 s'] })
  expect(await ask(undefined)).toEqual({ ready: true, lines: [] })
})

test('what is wrong beside that is told, and it stays ready', async () => {
  expect(await ask(0, ['mail: 1 have waited'])).toEqual({ ready: true, lines: ['mail: 1 have waited'] })
})

test('a database that can be read and not written is none', async () => {
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const name = new URL(database.url).pathname.slice(1)
  try {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await ask(0)).toEqual({ ready: false, lines: ['database: cannot be written'] })
  } finally {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.end()
  }
  expect((await ask(0)).ready).toBe(true)
})
