// A command whose connection breaks: whether it tells a person to run it again depends on what the database had been asked last.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { explain } from '#platform/command.ts'
import { openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { HalfDone } from '#platform/half-done.ts'
import { createLog } from '#platform/log.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { openProxy, type VanishingHost } from './proxy.testing.ts'

const CLI = join(import.meta.dirname, '../../src/rooms/ledger/cli.ts')

let shop: TestShop
let host: VanishingHost
let folder: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  host = await openProxy(shop.databaseUrl)
  folder = await mkdtemp(join(inject('dataDir'), 'commit-'))
})
afterEach(() => host.comeBack())
afterAll(async () => {
  await host.close()
  await shop.close()
})

const credit = (username: string) =>
  new Promise<{ status: number; stderr: string }>((resolve) => {
    const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: host.url }
    const args = [CLI, 'credit', username, '5', '--reference', 'amends-1', '--reason', 'amends']
    const child = execFile(process.execPath, args, { env, encoding: 'utf8' }, (_, _stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stderr }),
    )
  })

const movementsOf = (memberId: string) =>
  shop.db.query<{ cents: number }>(sql`select cents from ledger_entries where member_id = ${memberId}`)

test('a commit that nobody answered may have moved money: the command says so, and not that it is to be run again', async () => {
  const { id, username } = await addMember(shop)
  host.loseAnswersTo('commit')
  expect(await credit(username)).toEqual({
    status: 1,
    stderr:
      'balance: the database went away; whether it was done is not known: look at what is there before you run it again\n',
  })
  expect(await movementsOf(id)).toEqual([{ cents: 500 }])
})

test('before the commit nothing is done, and the command says that it can be run again', async () => {
  const { id, username } = await addMember(shop)
  host.loseAnswersTo('insert into audit')
  expect(await credit(username)).toEqual({
    status: 1,
    stderr: 'balance: the database went away; run it again, nothing is half done\n',
  })
  expect(await movementsOf(id)).toEqual([])
})

test('of work in steps whose last commit nobody answered it is not said that it must be run again', async () => {
  const db = openDatabase(host.url, { log: createLog('silent'), size: 1, name: 'test' })
  host.loseAnswersTo('commit')
  const error = await db.transaction((tx) => tx.run(sql`select 1`)).catch((error) => error)
  expect(explain(new HalfDone(error, 'run it again'))).toEqual([
    'the database went away; whether it was done is not known: look at what is there before you run it again',
  ])
  host.comeBack()
  await db.close()
})
