// What commands answer where there is no shop: a DATA_DIR that was forgotten or mistyped, a database that is empty.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from './child.testing.ts'
import { createTestDatabase } from './testing.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const COMMANDS: [string, string, string[]][] = [
  ['owner', 'rooms/staff/cli.ts', ['ada@shop.example']],
  ['orders', 'rooms/orders/cli.ts', ['list']],
  ['keys', 'rooms/vault/import/cli.ts', ['count', 'STEAM-10']],
  ['backup', 'rooms/backup/cli.ts', ['backup', 'monday']],
]

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(inject('dataDir'), 'no-shop-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

function run(file: string, args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd: parent, env: { ...childEnv(), ...env }, encoding: 'utf8' } as const
    const child = execFile(process.execPath, [join(SOURCE, file), ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test.each(COMMANDS)('%s refuses a DATA_DIR in which no shop is, and makes nothing there', async (name, file, args) => {
  const dataDir = join(parent, `mistyped-${name}`)
  expect(await run(file, args, { DATA_DIR: dataDir })).toEqual({
    ...{ code: 1, out: '' },
    err: `${name}: there is no shop in DATA_DIR ${dataDir}: is it the right one? \`npm start\` makes one\n`,
  })
  expect(await readdir(parent)).toEqual([])
})

test('without a DATA_DIR the folder that it is by default is named', async () => {
  const { code, err } = await run('rooms/staff/cli.ts', ['ada@shop.example'], {})
  expect(code).toBe(1)
  expect(err).toContain(`there is no shop in DATA_DIR ${join(parent, 'data')}: `)
  expect(await readdir(parent)).toEqual([])
})

test('a database without the tables of a shop is refused and stays empty; an import makes them, and what comes then finds them', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const own = join(parent, 'own')
  await mkdir(own)
  const env = { DATA_DIR: own, DATABASE_URL: url }
  const isMade = async () =>
    (await client.query(`select to_regnamespace('drizzle') is not null as made`)).rows[0].made as boolean
  try {
    await client.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    for (const [name, file, args] of COMMANDS) {
      const { code, out, err } = await run(file, args, env)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(
        name === 'backup'
          ? /^backup: no shop has ever started on this database: is DATA_DIR, or DATABASE_URL, the right one\?\n$/
          : /^\w+: there is no shop in the database of DATABASE_URL: is it the right one\? `npm start` makes one\n$/,
      )
    }
    expect(await isMade()).toBe(false)
    await writeFile(join(own, 'feed.csv'), 'ref,name,price\n1,Moss,9.99\n')
    expect((await run('rooms/import/cli.ts', [join(own, 'feed.csv')], env)).code).toBe(0)
    expect(await isMade()).toBe(true)
    expect((await run('rooms/vault/import/cli.ts', ['count', 'FEED-1'], env)).code).toBe(0)
    const { code, err } = await run('rooms/backup/cli.ts', ['backup', 'monday'], env)
    expect([code, err.split(':')[1]]).toEqual([1, ' no shop has ever started on this database'])
  } finally {
    await client.end()
    await drop()
    await rm(own, { recursive: true, force: true })
  }
}, 120_000)

test('a restore speaks in its own name', async () => {
  const { code, out, err } = await run('rooms/backup/cli.ts', ['restore', 'nowhere'], {
    DATA_DIR: join(parent, 'data'),
  })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^restore: /)
})
