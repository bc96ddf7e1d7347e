// For tests: a database of their own, and waiting for a condition instead of for time.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A fresh, migrated database, as the shop's role sees it; `drop` it when done. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = inject('databaseUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  // Copied as files it is there in a quarter of the time that its pages take through the log, which nothing reads here.
  await run(`create database ${name} template latchkey_template strategy file_copy owner latchkey`)
  return {
    url: inject('shopDatabaseUrl').replace(/\/latchkey$/, `/${name}`),
    drop: () => run(`drop database if exists ${name} with (force)`),
  }
}

/** Polls until `probe` answers something truthy and not empty; fails with the last answer after `timeoutMs`. */
export async function until<T>(probe: () => Promise<T> | T, what: string, timeoutMs = 15_000): Promise<NonNullable<T>> {
  // Not by `Date`, which a test may hold still.
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await probe()
    // A query that found nothing yet answers an empty list.
    if (Array.isArray(answer) ? answer.length > 0 : answer) return answer as NonNullable<T>
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** Everything that comes, in its order. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
