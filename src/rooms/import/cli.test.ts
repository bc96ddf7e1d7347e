import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { createTestDatabase, until } from '#platform/testing.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))
const HEADER = 'ref,name,price,genres,release_date'
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i + 1},Game ${i + 1},9.99,Action;Indie,2020-01-01`)

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'import-'))
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

interface Run {
  child: ChildProcess
  ended: Promise<{ code: number | null; out: string; err: string }>
}
function start(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...childEnv(), DATA_DIR: folder, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err }))) }
}
const run = (args: string[], env?: Record<string, string>) => start(args, env).ended
async function feed(name: string, lines: string[]): Promise<string> {
  await writeFile(join(folder, name), [HEADER, ...lines, ''].join('\n'))
  return name
}
const count = async (text: string) => Number((await client.query(`select count(*) as n from ${text}`)).rows[0].n)
/** Others lock in databases of the same server, where a table has the same number and a lock may have it. */
const HERE = 'database = (select oid from pg_database where datname = current_database())'
/** For a process that is started, and loads what comes before. */
const STARTED_MS = 60_000

test('kill -9 in the middle of a batch leaves whole products only, and the next run finishes', async () => {
  const file = await feed('crash.csv', rows(1700))
  // The fourth batch stops at an offer until this session lets go of the lock, which it never does.
  await client.query(`
    create function stop_here() returns trigger language plpgsql as $$ begin
      if new.product_id in (select id from products where source_ref = '1600') then perform pg_advisory_xact_lock(42); end if; return new;
    end $$`)
  await client.query('create trigger stop_here before insert on offers for each row execute function stop_here()')
  await client.query('select pg_advisory_lock(42)')
  const { child, ended } = start([file])
  await until(
    async () => (await count(`pg_locks where locktype = 'advisory' and objid = 42 and not granted and ${HERE}`)) > 0,
    'the import stands in its fourth batch',
    STARTED_MS,
  )
  child.kill('SIGKILL')
  expect((await ended).code).toBeNull()
  await client.query('select pg_advisory_unlock(42)')
  await client.query('drop trigger stop_here on offers')
  // The server ends the session of the dead process when it next speaks to it.
  await until(
    async () =>
      (await count(
        `pg_stat_activity where application_name like 'latchkey import' and datname = current_database()`,
      )) === 0,
    'the dead import is gone',
  )
  expect([await count('products'), await count('skus'), await count('offers')]).toEqual([1500, 1500, 1500])

  const again = await run([file])
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toContain('200 new, 0 changed, 1,500 unchanged, 0 refused')
  expect([await count('products'), await count('skus'), await count('offers')]).toEqual([1700, 1700, 1700])
})

test('SIGTERM ends it after the batch under way, and says so', async () => {
  const file = await feed('stop.csv', rows(1200))
  await client.query('begin')
  await client.query('lock table products in share mode')
  const { child, ended } = start([file, '--source', 'stopped'])
  await until(
    async () => (await count(`pg_locks where relation = 'products'::regclass and not granted and ${HERE}`)) > 0,
    'the import waits in its first batch',
    STARTED_MS,
  )
  child.kill('SIGTERM')
  await client.query('commit')
  const { code, out } = await ended
  expect(code).toBe(130)
  expect(out).toContain('Stopped before the end of the file. Run it again to go on.')
  expect(await count(`products where source = 'stopped'`)).toBe(500)
})

test('what the operator got wrong is one clear line and an exit code', async () => {
  const good = await feed('good.csv', rows(1))
  await writeFile(join(folder, 'wrong.json'), '{"source": "X"}')
  await writeFile(join(folder, 'picture.png'), Buffer.from([137, 80, 78, 71, 0, 0, 0, 13]))
  await writeFile(join(folder, 'empty.csv'), '')
  const cases: [string[], Record<string, string>, RegExp][] = [
    [[], {}, /one file, please/],
    [['nowhere.csv'], {}, /nowhere\.csv: no such file/],
    [['picture.png'], {}, /the names of the columns: .*spreadsheet/],
    [['empty.csv'], {}, /the file is empty/],
    [['.'], {}, new RegExp(`^import: ${folder}: this is a folder, not a file\n$`)],
    [[good, '--map', 'wrong.json'], {}, /wrong\.json: source: .*ref: /],
    [[good, '--map', 'nowhere.json'], {}, /nowhere\.json: no such file/],
    [[good, '--report', good], {}, /would overwrite what is read/],
    [[good, '--report', 'no/folder.csv'], {}, /no\/folder\.csv: no such file or folder/],
    [[good, '--nonsense'], {}, /nonsense/],
    [[good], { DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must be a postgres/],
    [
      [good],
      { DATABASE_URL: 'postgres://a:secret@127.0.0.1:9/x' },
      /DATABASE_URL: the database cannot be reached: nothing listens/,
    ],
  ]
  for (const [args, env, message] of cases) {
    const { code, out, err } = await run(args, env)
    expect({ args, code, out, lines: err.trim().split('\n').length }).toEqual({ args, code: 1, out: '', lines: 1 })
    expect(err).toMatch(message)
    expect(err).not.toContain('secret')
  }
})

test('without a shop it starts the embedded database, loads, and stops it again', async () => {
  const dataDir = await mkdtemp(join(folder, 'own-'))
  const file = await feed('own.csv', rows(3))
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' }
  expect(await run([file], env)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('3 new') })
  expect(await run([file], env)).toMatchObject({ code: 0, out: expect.stringContaining('3 unchanged') })
  await expect(
    import('node:fs/promises').then(({ access }) => access(join(dataDir, 'postgres', 'postmaster.pid'))),
  ).rejects.toThrow('ENOENT')
})

test('a dry run on a shop that never ran says what a load does there, and writes nothing', async () => {
  const own = await createTestDatabase()
  const shop = new pg.Client({ connectionString: own.url })
  await shop.connect()
  try {
    const file = await feed('first.csv', rows(3))
    const written = async () =>
      (
        await shop.query(`
          select (select count(*) from sellers)::int as sellers, (select count(*) from currencies)::int as currencies,
            (select count(*) from facet_values)::int as facets, (select count(*) from settings)::int as settings, (select count(*) from products)::int as products`)
      ).rows[0]
    const before = await written()
    expect(before).toMatchObject({ sellers: 0, currencies: 0, facets: 0, products: 0 })
    const dry = await run([file, '--dry-run'], { DATABASE_URL: own.url })
    expect(await written()).toEqual(before)
    const loaded = await run([file], { DATABASE_URL: own.url })
    const told = ({ out }: { out: string }) => out.replace(/^.*\n/, '')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(told(dry)).toBe(told(loaded))
    expect(told(dry)).toContain('3 new, 0 changed')
    expect(await written()).toMatchObject({ sellers: 1, currencies: 16, products: 3 })
  } finally {
    await shop.end()
    await own.drop()
  }
})

test('rows that were refused make it end with 2, and what was left out is counted', async () => {
  const file = await feed('partly.csv', [...rows(20), '21,,9.99,Action,2020-01-01', '22,Named,9.99,Roguish,2020-01-01'])
  const { code, out } = await run([file, '--source', 'partly'])
  expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('left out  genre "Roguish" (1)') })
  const stopped = await run([await feed('bad.csv', ['1,,9.99,Action,2020-01-01']), '--source', 'bad'])
  expect(stopped).toMatchObject({ code: 2, out: expect.stringContaining('Stopped: more than a tenth') })
})
