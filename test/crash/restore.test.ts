// The procedure of docs/operate.md, command by command, on a shop with its embedded database (decision E8).
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, attemptOf, orderBody, placeOrder, statusOf } from '../harness.ts'
import { embeddedUrl, openWorld, type World } from './world.testing.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let world: World
beforeAll(async () => {
  world = await openWorld({ embedded: true })
})
afterAll(() => world.close())

/** The commands that the section tells to type, in order. */
async function documented(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs', 'operate.md'), 'utf8')
  const section = text.split('## Back up and restore')[1]!.split('\n## ')[0]!
  return [...section.matchAll(/^\s*(npm run .+)$/gm)].map(([, command]) => command!.trim())
}

/** As the operator types it, in his own folder. */
async function type(command: string): Promise<{ code: number | null; said: string }> {
  const [, , script, ...words] = command.split(' ')
  const child = spawn(process.execPath, [join(ROOT, 'bin', `${script}.mjs`), ...words.slice(1)], {
    cwd: world.dataDir,
    env: { ...childEnv(), ...world.environment, INIT_CWD: world.dataDir },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

/** The database was orphaned and runs on; this process looks into it no more. */
async function leaveDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedUrl(world.dataDir) })
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test'`)
  await client.end()
}

/** In the database of the shop that runs now. */
async function ask(text: string) {
  const client = new pg.Client({ connectionString: await embeddedUrl(world.dataDir) })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function states(): Promise<Record<string, number>> {
  const [row] = await ask(
    `select json_object_agg(state, n) as states from (select state, count(*) as n from vault_keys group by state) s`,
  )
  return row.states
}

test('back up while it sells, restore, release: as it is written down', async () => {
  const [backup, restore, release] = await documented()
  expect([backup, restore, release].map((command) => command?.split(' ')[2])).toEqual(['backup', 'restore', 'keys'])
  let shop = await world.start()
  const product = await addProduct(world, { keys: 6 })
  const buy = async () => {
    const order = await placeOrder(world, orderBody([{ product }]))
    world.stripe.pay(await attemptOf(world, order.orderId), { outcome: 'completed' })
    await until(async () => (await statusOf(world, order.orderId)) === 'Delivered', 'the order is delivered', 60_000)
  }
  const taken = await type(backup!)
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('as of 2') })
  // The back office knows of it.
  const [{ moment } = { moment: '' }] = await world.db.query<{ moment: string }>(
    sql`select to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as moment from backups`,
  )
  expect([taken.said.includes(moment), moment.length]).toEqual([true, 19])
  await buy()
  await buy()
  const early = await type(restore!)
  expect(early).toMatchObject({ code: 1, said: expect.stringContaining('the database is in use') })
  // No orderly end: what was sold is in the journal all the same.
  await until(
    () => world.db.maybe(sql`select 1 from journal where not exists (select from journal_entries)`),
    'the journal has it',
    5_000,
  )
  shop.kill('SIGKILL')
  await shop.ended
  await leaveDatabase()

  const restored = await type(restore!)
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringContaining('tells of 2 keys sold afterwards'),
  })
  shop = await world.start()
  expect(await states()).toEqual({ available: 4, retired: 2 })
  expect(await ask(`select actor from audit_log where act = 'backup.restore'`)).toEqual([
    { actor: userInfo().username },
  ])
  expect(await type(release!)).toMatchObject({ code: 0, said: expect.stringContaining('No key was held back') })
  shop.kill('SIGTERM')
  await shop.ended
}, 300_000)
