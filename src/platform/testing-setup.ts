// One PostgreSQL for the whole test run, with a migrated template from which each test file copies its own database.
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database, as superuser; the template is `latchkey_template`. */
    databaseUrl: string
    /** A database of the shop's own role, from which the addresses of test databases are made. */
    shopDatabaseUrl: string
    dataDir: string
  }
}

export default async function setup(project: TestProject) {
  const dataDir = resolve(process.env.DATA_DIR ?? 'data', `test-${process.pid}`)
  // A shop takes up to 25 connections, and the files that run beside each other open several: more than a shop's own server has.
  const server = await startEmbedded(dataDir, 400)
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  // Nothing of a test run has to survive a power cut.
  await client.query(`alter system set fsync = off`)
  await client.query(`alter system set synchronous_commit = off`)
  // Whoever vanishes between connecting and logging in (a test does) holds up every `drop database` until this is over,
  // and with it, in all databases of the server, those that follow events.
  await client.query(`alter system set authentication_timeout = '5s'`)
  await client.query(`select pg_reload_conf()`)
  // The shop runs with the rights that it has in operation; a test may look past a trigger.
  await client.query(`grant set on parameter session_replication_role to latchkey`)
  await client.query(`create database latchkey_template owner latchkey`)
  await client.end()
  await migrate(server.url.replace(/latchkey$/, 'latchkey_template'))
  project.provide('databaseUrl', server.adminUrl)
  project.provide('shopDatabaseUrl', server.url)
  project.provide('dataDir', dataDir)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
