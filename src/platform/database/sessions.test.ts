// What is found of a database at the start; behind a pooler: test/crash/pooler.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { createTestDatabase } from '../testing.ts'
import { proveSessions } from './sessions.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const prove = (takes?: { pooled: number; direct: number }) =>
  proveSessions({ url: database.url, directUrl: database.url, prepared: true, takes })

test('who takes more connections than the server gives is refused; a tool that takes a few is not', async () => {
  await expect(prove({ pooled: 990, direct: 10 })).rejects.toThrow(StartError)
  await expect(prove({ pooled: 990, direct: 10 })).rejects.toThrow(/up to 1000 connections, .* room for \d+: /)
  await prove({ pooled: 12, direct: 12 })
  await prove()
})
