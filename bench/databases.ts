// Connections of the bench's own, and further databases on the shop's embedded server. Its own role makes none (src/platform/database/embedded-role.ts).
import pg from 'pg'
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts'

/** An empty one, of the shop's role. */
export async function makeDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  const owner = new URL(server.url).username
  await asAdmin(server, [`drop database if exists ${name} with (force)`, `create database ${name} owner ${owner}`])
}

export const dropDatabase = (server: EmbeddedPostgres, name: string): Promise<void> =>
  asAdmin(server, [`drop database if exists ${name} with (force)`])

/** The same server and way, another database. */
export function onDatabase(url: string, name: string): string {
  return url.replace(/\/\w+(\?|$)/, `/${name}$1`)
}

/** Work with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function asAdmin(server: EmbeddedPostgres, statements: string[]): Promise<void> {
  return withClient(server.adminUrl, async (admin) => {
    for (const statement of statements) await admin.query(statement)
  })
}
