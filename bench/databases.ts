// Further databases on the shop's embedded server. Its own role makes none (src/platform/database/embedded-role.ts).
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts'
import { withClient } from '../src/platform/database/patience.ts'

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
  return withClient(server.adminUrl, 'bench', async (admin) => {
    for (const statement of statements) await admin.query(statement)
  })
}
