// A backup of our own, by COPY: PostgreSQL's tools are not part of the embedded server, and those of the machine may be
// older than the database. One snapshot for everything, so the shop goes on selling meanwhile.
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { refuseHalfRestored } from '../database/migrate.ts'
import { withClient } from '../database/patience.ts'
import { StartError } from '../start-error.ts'
import { asStopped, refuseStopped } from '../stop-signals.ts'
import { draftOf } from './drafts.ts'
import { JOBS, MANIFEST, type Manifest, tableFile } from './manifest.ts'

/**
 * Writes the backup into a folder that must not be there yet, or be empty. A new one has its name only once it is whole. One that
 * is there may be a disk of its own: it is written to, never replaced, and has its manifest last, without which it is no backup.
 * Throws Stopped, and leaves nothing, where `stopping` comes before that.
 */
export async function dump(url: string, folder: string, stopping?: AbortSignal): Promise<Manifest> {
  const isThere = await isEmptyFolder(folder)
  const into = isThere ? folder : await draftOf(folder)
  const made: string[] = []
  const create = async (name: string) => {
    const file = await open(join(into, name), 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new StartError(`another backup is being written into ${folder}`) : error
    })
    made.push(join(into, name))
    return file
  }
  try {
    const manifest = await withClient(url, 'latchkey backup', async (client) => {
      await client.query('begin isolation level repeatable read read only')
      // It looks whole before it is filled, and would be the latest backup that the back office knows of.
      await refuseHalfRestored(client)
      await refuseNeverStarted(client)
      await client.query(`set local timezone = 'UTC'`)
      const written = await write(client, create, stopping)
      await client.query('commit')
      return written
    })
    await onDisk(await create(MANIFEST), [[`${JSON.stringify(manifest, null, 2)}\n`]])
    if (!isThere) await takeName(into, folder)
    return manifest
  } catch (error) {
    // Of a folder that is there what this backup made, and nothing else.
    for (const path of isThere ? made : [into]) await rm(path, { recursive: true, force: true })
    throw asStopped(error, stopping)
  }
}

/**
 * A backup of the wrong database would be taken night after night. From the first start of a shop on fingerprints have keys, and
 * jobs that come by the clock are known.
 */
async function refuseNeverStarted(client: pg.Client): Promise<void> {
  for (const table of ['fingerprint_keys', 'graphile_worker._private_known_crontabs']) {
    const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('${table}') is not null as "isThere"`)
    if (rows[0]?.isThere && (await client.query(`select from ${table} limit 1`)).rowCount === 1) return
  }
  throw new StartError('no shop has ever started on this database: is DATA_DIR, or DATABASE_URL, the right one?')
}

/** Another backup may have taken the name since: it stays. */
async function takeName(draft: string, folder: string): Promise<void> {
  await rename(draft, folder).catch(async (error) => {
    await isEmptyFolder(folder)
    throw error
  })
}

/** Whether it is there. Throws where something is in it. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`${folder} is no folder for a backup (${error.code})`)
  })
  if (!names) return false
  // A fresh file system has it.
  if (names.every((name) => name === 'lost+found')) return true
  const isCutOff = names.some((name) => name.endsWith(tableFile(''))) && !names.includes(MANIFEST)
  throw new StartError(
    `${folder} is not empty: a backup needs a folder of its own${isCutOff ? '; what is in it is a backup that is under way or was cut off' : ''}`,
  )
}

/** Makes a file of the backup, which must not be there yet. */
type Create = (name: string) => Promise<FileHandle>

async function write(client: pg.Client, create: Create, stopping: AbortSignal | undefined): Promise<Manifest> {
  const rows = async <R extends object>(text: string) => (await client.query<R>(text)).rows
  const [journal] = await rows<{ shop: string; batch: string; at: Date; postgres: string }>(
    `select shop, batch, now() as at, current_setting('server_version') as postgres from journal`,
  )
  const tables = await rows<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  const manifest: Manifest = {
    format: 1,
    takenAt: journal!.at.toISOString(),
    shop: journal!.shop,
    batch: Number(journal!.batch),
    postgres: journal!.postgres,
    migrations: (
      await rows<{ hash: string; at: string }>(
        'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at, id',
      )
    ).map(({ hash, at }) => ({ hash, createdAt: Number(at) })),
    keyring: (
      await rows<{ id: string; what: string; rows: string }>(
        'select id, what, rows from sealed_rows() order by id, what',
      )
    ).map((row) => ({ ...row, rows: Number(row.rows) })),
    tables: [],
    sequences: await rows(
      `select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
    ),
    jobs: { rows: 0, sha256: '' },
  }
  for (const { name, columns } of tables) {
    refuseStopped(stopping)
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const file = await create(tableFile(name))
    const stream = client.query(copyTo(`copy (select ${list} from public.${pg.escapeIdentifier(name)}) to stdout`))
    const sha256 = await pack(stream, file, stopping)
    manifest.tables.push({ name, columns, rows: stream.rowCount, sha256 })
  }
  refuseStopped(stopping)
  const jobs = await rows<Record<string, unknown>>(JOBS_NOW)
  manifest.jobs.rows = jobs.length
  const lines = Readable.from(jobs.map((job) => `${JSON.stringify(job)}\n`))
  manifest.jobs.sha256 = await pack(lines, await create(JOBS), stopping)
  return manifest
}

// By the library's own words for a job, not by its tables, which another version may have otherwise. One whose last try is under
// way is not dead: how it ends is not in the backup.
const JOBS_NOW = `
  select t.identifier, j.payload, q.queue_name as queue, j.run_at as "runAt", j.max_attempts as "maxAttempts", j.key,
    j.priority, array(select jsonb_object_keys(j.flags)) as flags,
    j.attempts >= j.max_attempts and j.locked_at is null as "isDead", j.last_error as error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** Compressed, on the disk, with the checksum of what lies there. */
async function pack(from: Readable, file: FileHandle, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await onDisk(file, [from, createGzip({ level: 3 }), hashing], signal)
  return hash.digest('hex')
}

const onDisk = (file: FileHandle, from: [Iterable<string> | Readable, ...Transform[]], signal?: AbortSignal) =>
  pipeline([...from, file.createWriteStream({ flush: true })], { signal })
