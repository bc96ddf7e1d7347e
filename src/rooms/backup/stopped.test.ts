// `npm run backup` and `npm run restore` that are asked to end, or lose their database: what they say is what they have done.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readManifest } from '#platform/backup/manifest.ts'
import { childEnv } from '#platform/child.testing.ts'
import { ASKING } from '#platform/database/patience.ts'
import { createTestDatabase, until } from '#platform/testing.ts'

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
/** In whose way the commands stand; no session that a restore counts. */
let rival: pg.Client
let rivalPid: number
let watcher: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'stopped-'))
  await mkdir(join(folder, 'data'))
  database = await createTestDatabase()
  const asAdmin = new URL(inject('databaseUrl'))
  asAdmin.pathname = new URL(database.url).pathname
  const client = () => new pg.Client({ connectionString: asAdmin.href, application_name: ASKING })
  ;[rival, watcher] = [client(), client()]
  await Promise.all([rival.connect(), watcher.connect()])
  rivalPid = (await rival.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  await asStarted()
  // What a restore changes of tables waits for this lock.
  await rival.query(`
    create schema held;
    create function held.wait() returns event_trigger language plpgsql as $$
    begin
      if current_setting('application_name') = 'latchkey restore' then perform pg_advisory_xact_lock(42); end if;
    end $$;
    create event trigger wait on ddl_command_end when tag in ('ALTER TABLE') execute function held.wait()`)
})
afterAll(async () => {
  await Promise.all([rival.end(), watcher.end()])
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** As a start of the shop leaves it. */
const asStarted = () =>
  rival.query(
    `insert into graphile_worker._private_known_crontabs values ('a-job', now(), now()) on conflict do nothing`,
  )

function start(task: 'backup' | 'restore', ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), task, ...args], {
    cwd: folder,
    env: { ...childEnv(), DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  )
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

/** For the rival, and for nobody else in between. */
const waiting = (name: string) =>
  watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = '${name}' and datname = current_database()
      and ${rivalPid} = any(pg_blocking_pids(pid))`,
  )
const isWaiting = (name: string) => until(async () => (await waiting(name)).rowCount, 'it waits for the lock', 60_000)

test('a backup that is asked to end while it waits for a table does so, says so, and leaves nothing', async () => {
  await rival.query('begin; lock table alerts in access exclusive mode')
  const before = await readdir(folder)
  const backup = start('backup', 'cut')
  await isWaiting('latchkey backup')
  backup.kill('SIGTERM')
  await rival.query('commit')
  expect(await backup.ended).toEqual({
    code: 130,
    out: '',
    err: 'backup: stopped before its end; it leaves nothing half done\n',
  })
  expect(await readdir(folder)).toEqual(before)
})

test('what a backup that was killed has left is named by the next one into that place, whatever its name, and stays', async () => {
  await rival.query('begin; lock table alerts in access exclusive mode')
  const killed = start('backup', 'nights/monday')
  await isWaiting('latchkey backup')
  killed.kill('SIGKILL')
  await killed.ended
  await rival.query('commit')
  const [left] = await readdir(join(folder, 'nights'))
  await mkdir(join(folder, 'nights', 'photos.part-abcdef', 'of somebody'), { recursive: true })

  const next = await start('backup', 'nights/tuesday').ended
  expect(next).toMatchObject({ code: 0, err: '' })
  const [first, second] = next.out.split('\n')
  expect(first).toContain(`${join(folder, 'nights', left!)} is no whole backup: one that was killed has left it, or`)
  expect(Date.now() - Date.parse(/at (\S+Z)\)/.exec(first!)![1]!)).toBeLessThan(60_000)
  expect(second).toContain('rows of')
  expect((await readdir(join(folder, 'nights'))).sort()).toEqual([left, 'photos.part-abcdef', 'tuesday'])
})

test('a backup that is whole when it is asked to end is one, and the code says so', async () => {
  await rival.query('begin; lock table backups in share mode')
  const backup = start('backup', 'whole')
  await isWaiting('latchkey backup')
  backup.kill('SIGINT')
  await rival.query('commit')
  expect(await backup.ended).toMatchObject({ code: 0, out: expect.stringContaining('whole'), err: '' })
  await expect(readManifest(join(folder, 'whole'))).resolves.toBeDefined()
})

const ADVICE = 'no shop starts on this database until a restore has ended: run it again'

test('a restore that is asked to end, or whose database is stopped, says how it has left the database; the next one is whole', async () => {
  expect((await start('backup', 'monday').ended).code).toBe(0)
  const somebody = new pg.Client({ connectionString: database.url })
  await somebody.connect()
  expect((await start('restore', 'monday', '--force').ended).err).toBe(
    'restore: the database is in use by 1 connection: stop the shop and its commands first\n',
  )
  await somebody.end()
  const held = async () => {
    await rival.query('select pg_advisory_lock(42)')
    const restoring = start('restore', 'monday', '--force')
    await isWaiting('latchkey restore')
    return restoring
  }
  const release = () => rival.query('select pg_advisory_unlock(42)')

  const stopped = await held()
  stopped.kill('SIGTERM')
  await release()
  expect(await stopped.ended).toEqual({ code: 130, out: '', err: `restore: stopped before its end; ${ADVICE}\n` })

  const lost = await held()
  const [session] = (await waiting('latchkey restore')).rows
  await watcher.query('select pg_terminate_backend($1)', [session!.pid])
  expect(await lost.ended).toEqual({
    code: 1,
    out: '',
    err: `restore: the database was stopped meanwhile; ${ADVICE}\n`,
  })
  await release()
  const marked = start('backup', 'none')
  expect((await marked.ended).err).toContain('a restore into this database is under way or did not end')

  expect(await start('restore', 'monday').ended).toMatchObject({ code: 0, err: '' })
}, 180_000)

test('a restore that fails after all rows are in, where events of another server get their places, is not over, and the next one is whole', async () => {
  await asStarted()
  await rival.query(`
    insert into event_cursors (subscriber, xid, id) values ('a-subscriber', '9223372036854775807', 0);
    grant usage on schema held to public;
    create function held.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create function held.arm() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('public.event_cursors') is not null then
        create or replace trigger refuse before update on event_cursors for each row execute function held.refuse();
      end if;
    end $$;
    create event trigger arm on ddl_command_end when tag in ('CREATE TABLE') execute function held.arm()`)
  expect(await start('backup', 'elsewhere').ended).toMatchObject({ code: 0, err: '' })
  expect(await start('restore', 'elsewhere', '--force').ended).toEqual({
    code: 1,
    out: '',
    err: `restore: the database refuses: not now (P0001)\nrestore: ${ADVICE}\n`,
  })
  expect((await start('backup', 'half').ended).err).toContain(
    'a restore into this database is under way or did not end',
  )

  await rival.query('drop event trigger arm')
  expect(await start('restore', 'elsewhere').ended).toMatchObject({ code: 0, err: '' })
  const { rows } = await rival.query('select xid::text, id::text from event_cursors')
  expect(rows).toEqual([{ xid: '2', id: '0' }])
}, 120_000)
