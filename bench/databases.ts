// Further databases on the shop's embedded server. Its own role makes none (src/platform/database/embedded-role.ts).
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

async function asAdmin(server: EmbeddedPostgres, statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}
