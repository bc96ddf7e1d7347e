// A backup back into a database: the schema as it was then, by our own migrations, and every row in one transaction.
// While it is under way a schema of this name stands in the database, and no shop starts on it.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { counted } from '../counted.ts'
import { migrateTo, RESTORE_MARK } from '../database/migrate.ts'
import { ASKING, withClient } from '../database/patience.ts'
import { HalfDone } from '../half-done.ts'
import { TOLD } from '../jobs/dead.ts'
import { StartError } from '../start-error.ts'
import { asStopped, refuseStopped, Stopped } from '../stop-signals.ts'
import { JOBS, type Manifest, tableFile } from './manifest.ts'

/** Of a database that is emptied, or may be. */
const ADVICE = 'no shop starts on this database until a restore has ended: run it again'

/** `work` on a database that is marked. Throws HalfDone. */
export async function whileMarked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new HalfDone(error, ADVICE)
  }
}

interface LoadOptions {
  folder: string
  /** Whatever is in the database. */
  force: boolean
  stopping: AbortSignal | undefined
}

/**
 * Refuses a database that is in use, and one that is not empty unless `force`. Leaves the mark for `endRestore`. Throws HalfDone
 * where the database is emptied and not filled, with Stopped as its cause where it was asked to end; Stopped alone before.
 */
export function load(url: string, manifest: Manifest, { folder, force, stopping }: LoadOptions): Promise<void> {
  return withClient(url, 'latchkey restore', async (client) => {
    await mustBeAlone(client)
    const { rows } = await client.query<{ tables: number; marked: boolean }>(`
      select count(*)::int as tables, to_regnamespace('${RESTORE_MARK}') is not null as marked from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and nspname in ('public', 'drizzle', 'graphile_worker')`)
    if (rows[0]!.tables > 0 && !rows[0]!.marked && !force)
      throw new StartError('the database is not empty: --force replaces everything in it')
    if (stopping?.aborted) throw rows[0]!.marked ? new HalfDone(new Stopped(), ADVICE) : new Stopped()
    await client.query(`create schema if not exists ${RESTORE_MARK}`)
    try {
      // Who started before the mark stood there is seen now; who starts later sees the mark.
      await mustBeAlone(client)
      await client.query(EMPTY)
    } catch (error) {
      // It is as whole as it was. An answer that was lost with its connection leaves the mark: it may be empty.
      const isWhole = !rows[0]!.marked && (await takesMarkBack(client))
      throw isWhole ? error : new HalfDone(error, ADVICE)
    }
    await whileMarked(async () => {
      await migrateTo(url, new Set(manifest.migrations.map(({ createdAt }) => createdAt)))
      await client.query('begin')
      await client.query(`set local timezone = 'UTC'`)
      await withoutConstraints(client, () => fill(client, folder, manifest, stopping))
      refuseStopped(stopping)
      await addJobs(client, join(folder, JOBS))
      await client.query('commit')
    })
  })
}

/** A process of the server ends a moment after its connection: so long it is looked again. */
const ENDING_MS = 2_000

/** Whoever is logged in counts; the server's own processes, of which others see no more than that they are there, do not. */
async function mustBeAlone(client: pg.Client): Promise<void> {
  for (const until = performance.now() + ENDING_MS; ; await pause(50)) {
    const { rows } = await client.query<{ others: number }>(`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
        and application_name <> '${ASKING}'`)
    const { others } = rows[0]!
    if (others === 0) return
    if (performance.now() > until)
      throw new StartError(
        `the database is in use by ${counted(others, 'connection')}: stop the shop and its commands first`,
      )
  }
}

// Extensions stay: they may have been made by somebody with more rights.
const EMPTY = `
  drop schema if exists graphile_worker cascade;
  drop schema if exists drizzle cascade;
  do $$
  declare
    command text;
  begin
    for command in
      select format('drop table if exists public.%I cascade', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all
      select format('drop view if exists public.%I cascade', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
    loop
      execute command;
    end loop;
    for command in
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select format('drop sequence if exists public.%I cascade', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all
      select format('drop type if exists public.%I cascade', typname) from pg_type t
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute command;
    end loop;
  end $$`

const takesMarkBack = (client: pg.Client): Promise<boolean> =>
  client.query(`drop schema ${RESTORE_MARK}`).then(
    () => true,
    () => false,
  )

/** Tables refer to each other in circles, and triggers would count everything twice: both are off while rows come in. */
async function withoutConstraints(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  const { rows: tables } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  await work()
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

async function fill(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { name, columns, rows } of manifest.tables) {
    const table = `public.${pg.escapeIdentifier(name)}`
    refuseStopped(signal)
    // What migrations put there is in the backup too, as it was then.
    await client.query(`delete from ${table}`)
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const into = client.query(copyFrom(`copy ${table} (${list}) from stdin`))
    await pipeline(createReadStream(join(folder, tableFile(name))), createGunzip(), into, { signal }).catch((error) => {
      throw asStopped(error, signal)
    })
    if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} of ${rows} rows came in`)
  }
  for (const { name, last } of manifest.sequences)
    if (last !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${pg.escapeIdentifier(name)}`, last])
}

async function addJobs(client: pg.Client, path: string): Promise<void> {
  const lines = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) {
    const job = JSON.parse(line)
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, max_attempts => $5::int,
         job_key => $6, priority => $7::int, flags => $8::text[])`,
      [
        job.identifier,
        JSON.stringify(job.payload),
        job.queue,
        job.runAt,
        job.maxAttempts,
        job.key,
        job.priority,
        // It has another number now: one that is dead is told under that, once more.
        job.isDead ? job.flags.filter((flag: string) => flag !== TOLD) : job.flags,
      ],
    )
    // A backup whose jobs lack `isDead` is older than that field of dump.ts; all of its jobs are tried again.
    if (job.isDead)
      await client.query('select graphile_worker.permanently_fail_jobs(array[$1::bigint], $2)', [
        rows[0]!.id,
        job.error,
      ])
  }
}
