// What the same server does with the transaction of `pgbench -N` at 8 clients: the limit for anything that commits.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts'
import { dropDatabase, makeDatabase, onDatabase } from './databases.ts'

const CLIENTS = 8
const SECONDS = 8
const SCALE = 10

export interface PgBench {
  perSecond: number
  by: 'pgbench' | 'own connections'
}

export async function measurePgBench(server: EmbeddedPostgres): Promise<PgBench> {
  const name = 'bench_pgbench'
  await makeDatabase(server, name)
  try {
    const url = onDatabase(server.socketUrl, name)
    return (await byProgram(url)) ?? (await byConnections(url))
  } finally {
    await dropDatabase(server, name)
  }
}

async function byProgram(url: string): Promise<PgBench | undefined> {
  const run = promisify(execFile)
  try {
    await run('pgbench', ['-i', '-q', '-s', String(SCALE), url])
    const { stdout } = await run('pgbench', ['-N', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS), url])
    return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), by: 'pgbench' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The same tables and statements by hand, where the program is not installed. */
async function byConnections(url: string): Promise<PgBench> {
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS })
  try {
    await pool.query(`
      create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
      create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
      insert into pgbench_accounts select n, 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n`)
    let count = 0
    const end = performance.now() + SECONDS * 1000
    const random = (most: number) => 1 + Math.floor(Math.random() * most)
    const client = async () => {
      const connection = await pool.connect()
      while (performance.now() < end) {
        const [aid, delta] = [random(SCALE * 100_000), random(10_000) - 5_000]
        await connection.query('begin')
        await connection.query('update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
        await connection.query('select abalance from pgbench_accounts where aid = $1', [aid])
        await connection.query(
          'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, 1, $2, $3, current_timestamp)',
          [random(SCALE * 10), aid, delta],
        )
        await connection.query('commit')
        count++
      }
      connection.release()
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    return { perSecond: count / SECONDS, by: 'own connections' }
  } finally {
    await pool.end()
  }
}
