import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing.ts'
import { migrate } from './migrate.ts'
import { StartError } from './server-programs.ts'

test('a program that is older than the database refuses it, and changes nothing', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrate(url)
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of later', 9000000000000)`)
    await expect(migrate(url)).rejects.toThrow(StartError)
    await expect(migrate(url)).rejects.toThrow(/newer/)
    await client.query(`delete from drizzle.__drizzle_migrations where hash = 'of later'`)
    await migrate(url)
  } finally {
    await client.end()
    await drop()
  }
})
