// Whether this process can serve: it can write to the database, now, and its worker is alive. Asked by balancers every
// few seconds, also while every other connection hangs: over a connection of its own, in bounded time.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTION, clientsOf, endPool } from './database/connection.ts'
import { keptLook } from './kept-look.ts'

export interface Health {
  ready: boolean
  /** Why it is not ready, or what is wrong beside that; a line each. */
  lines: string[]
}

export interface HealthOptions {
  url: string
  /** Whether it came back older than this process has known it. */
  isOlder: () => boolean
  /** How long this process's worker has not asked for a job; undefined where it runs none. */
  workerSilentMs: () => number | undefined
  /**
   * Whether the disk of a database of its own has no room at all: a row that is written anew finds its old place, and an order finds
   * none.
   */
  isDiskFull: () => Promise<boolean>
  /** What is wrong and keeps nobody from buying: told, but the process stays ready. */
  notes: readonly Notes[]
}

export interface Notes {
  /** Whose they are. */
  of: string
  /** A line each. Most ask the database, over connections that may all hang. */
  read: () => string[] | Promise<string[]>
}

const QUERY_MS = 3_000
/** Also where their readers hang. */
const NOTES_MS = 1_000
const WORKER_SILENT_MS = 30_000
const CLOCK_MS = '(extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
/** Challenges, links' ends and what others are told go by this process's clock; orders, sign-ins and codes by the database's. */
const CLOCKS_APART_MS = 5_000

export function createHealth({ url, isOlder, workerSilentMs, isDiskFull, notes }: HealthOptions) {
  const instance = randomUUID()
  const readers = notes.map(readInTime)
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    application_name: 'latchkey health',
    max: 1,
    connectionTimeoutMillis: QUERY_MS,
    query_timeout: QUERY_MS,
  })
  pool.on('error', () => {})
  const clients = clientsOf(pool)
  /** This process's clock before the database's at least, as of the last look. */
  let aheadMs = 0

  /** `statement` answers of one row: what the database's clock says, in `ms`. */
  async function askClock(statement: pg.QueryConfig): Promise<void> {
    const asked = Date.now()
    const { rows } = await pool.query<{ ms: number }>(statement)
    aheadMs = aheadBy(rows[0]!.ms, asked, Date.now())
  }

  async function look(): Promise<Health> {
    if (isOlder()) return { ready: false, lines: ['database: came back older than it was, and would sell keys twice'] }
    try {
      // A real write: a standby or a read-only database is no place to sell.
      await askClock({
        text: `with old as (delete from heartbeats where at < now() - interval '1 day')
          insert into heartbeats (instance, at) values ($1, now()) on conflict (instance) do update set at = excluded.at
          returning ${CLOCK_MS}`,
        values: [instance],
      })
    } catch {
      return { ready: false, lines: ['database: cannot be written'] }
    }
    if (await isDiskFull()) return { ready: false, lines: ['disk: it is full: what is new finds no place'] }
    const silent = workerSilentMs()
    if (silent !== undefined && silent > WORKER_SILENT_MS)
      return { ready: false, lines: [`worker: has not asked for a job for ${Math.round(silent / 1_000)} s`] }
    return {
      ready: true,
      lines: [...clockLines(aheadMs), ...(await Promise.all(readers.map((read) => read()))).flat()],
    }
  }

  const lookAtClock = keptLook(() => askClock({ text: `select ${CLOCK_MS}` }))

  return {
    check: keptLook(look),
    /**
     * This process's clock before the database's at least, negative when it is behind; as it was last, while that cannot be asked.
     * Nothing is written for it, and no notes are read.
     */
    async aheadSeconds(): Promise<number> {
      await lookAtClock().catch(() => {})
      return aheadMs / 1_000
    },
    close: () => endPool(pool, clients),
  }
}

/**
 * How far this clock is before another at least, negative: behind it, of which was heard what it `said` between two looks at
 * this one. 0: they may be the same, also when the answer was slow, the machine slept meanwhile, or this clock was set.
 */
export function aheadBy(said: number, asked: number, answered: number): number {
  return Math.max(0, Math.min(asked, answered) - said) + Math.min(0, Math.max(asked, answered) - said)
}

function clockLines(aheadMs: number): string[] {
  if (Math.abs(aheadMs) <= CLOCKS_APART_MS) return []
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  return [`clock: this process is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database`]
}

/** What cannot be read is itself a line, so that it keeps back no other. Whoever has not answered is not asked a second time. */
function readInTime({ of, read }: Notes): () => Promise<string[]> {
  let underWay: Promise<string[]> | undefined
  return async () => {
    underWay ??= (async () => read())()
      .catch(() => [`notes of ${of}: they cannot be read`])
      .finally(() => {
        underWay = undefined
      })
    const giveUp = new AbortController()
    const late = pause(NOTES_MS, [`notes of ${of}: they were not read within ${NOTES_MS / 1_000} s`], {
      signal: giveUp.signal,
    }).catch(() => [])
    try {
      return await Promise.race([underWay, late])
    } finally {
      giveUp.abort()
    }
  }
}
