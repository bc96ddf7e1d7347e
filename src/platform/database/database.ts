// The pool, statements and transactions. Rooms speak to the database through `Queryable` and nothing else.
import pg from 'pg'
import type { Log } from '../log.ts'
import { type Age, createAge } from './age.ts'
import {
  CONNECTION,
  clientsOf,
  DatabaseAway,
  endPool,
  hangUpOn,
  isDatabaseAway,
  limitStatements,
  limitWithin,
  QUERY_MS,
} from './connection.ts'
import { takePulse } from './pulse.ts'
import type { Statement } from './sql.ts'

// int8 as a number: the counts and ids of a shop stay far below 2^53. Numbers that may not (rates) are read as text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

type Row = Record<string, unknown>

export interface Queryable {
  /** All rows. */
  query<R extends object = Row>(statement: Statement): Promise<R[]>
  /** The one row; throws when there is not exactly one. */
  one<R extends object = Row>(statement: Statement): Promise<R>
  /** The row, or undefined; throws when there are several. */
  maybe<R extends object = Row>(statement: Statement): Promise<R | undefined>
  /** How many rows the statement changed. */
  run(statement: Statement): Promise<number>
}

export interface Transaction extends Queryable {
  readonly isTransaction: true
  /** Runs after the commit, never after a rollback. For effects that may be lost (caches), never for those that may not. */
  afterCommit(effect: () => void): void
}

/** A deadlock or serialization failure runs a statement of its own again (three times at most): the server has undone it. */
export interface Database extends Queryable {
  /**
   * One transaction, READ COMMITTED. Commits when `work` returns, rolls back when it throws. A deadlock or serialization
   * failure runs it again (three times at most), so `work` has no effect outside the database before it returns.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Everything that `work` reads is of one moment, and it writes nothing. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  /** Whether it is the one that it was. */
  readonly age: Age
  /** Whether it answers nobody at this moment: what is asked of it fails at once. */
  isAway(): boolean
  close(): Promise<void>
}

/** Errors of commits that the database did not answer. */
const unanswered = new WeakSet<object>()

/** Whether what a transaction did may be done although it failed: its commit was sent, and no answer came. */
export const mayBeDone = (error: unknown): boolean => error instanceof Error && unanswered.has(error)

const RETRYABLE = new Set(['40001', '40P01'])

/** Thrown in a transaction: a rival has changed what one of its statements had read. It is undone, and runs again. */
export class SerializationFailure extends Error {
  readonly code = '40001'
}

/**
 * Whoever says nothing for so long within a transaction (a machine without power, a process that is paused) is gone for the
 * server: what it locked is free then, and not after the hours in which a silent connection is given up. For one transaction at
 * a time, as a pooler shares sessions.
 */
const FORSAKEN = `set local idle_in_transaction_session_timeout = '60s'`

export interface DatabaseOptions {
  log: Log
  size: number
  name: string
  /** A statement that takes longer has failed, and is ended by the server half as long later. */
  queryMs?: number
  /** Whether it is asked all the while if it is there: for a process that serves visitors. */
  pulse?: boolean
  /** Whether statements are prepared once per connection; not behind a pooler that forgets them. */
  prepared?: boolean
}

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const queryMs = options.queryMs ?? QUERY_MS
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    max: options.size,
    application_name: options.name,
    // Also the time to wait for one that is free.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    query_timeout: queryMs,
    onConnect: limitStatements(queryMs),
  })
  const clients = clientsOf(pool)
  const prepared = options.prepared ?? true
  // An idle connection that the server drops must not end the process; the next query gets a new one.
  pool.on('error', (err) => options.log.warn({ err }, 'a database connection was lost'))

  // Who waits for a host that vanished waits in vain, and would wait for it also when it is back.
  const hangUp = () => {
    for (const client of clients) hangUpOn(client)
  }
  const age = createAge((batches, known) =>
    options.log.fatal({ batches, known }, 'the database came back older than it was: nothing is sold on it'),
  )
  const pulse = options.pulse ? takePulse(url, age, hangUp) : undefined
  const isAway = () => age.isOlder || (pulse?.isAway() ?? false)
  const refuseAway = () => {
    if (isAway()) throw new DatabaseAway()
  }

  async function transactionOnce<T>(work: (tx: Transaction) => Promise<T>, begin: string): Promise<T> {
    refuseAway()
    const client = await pool.connect()
    const effects: (() => void)[] = []
    let broken: Error | undefined
    try {
      await client.query(`${begin}; ${FORSAKEN}${limitWithin(client, queryMs)}`)
      const result = await work({
        ...queryable((statement) => client.query(statement), prepared),
        isTransaction: true,
        afterCommit: (effect) => effects.push(effect),
      })
      await client.query('commit').catch((error: Error) => {
        if (!(error instanceof pg.DatabaseError) || isDatabaseAway(error)) unanswered.add(error)
        throw error
      })
      for (const effect of effects) effect()
      return result
    } catch (error) {
      // Who does not answer is not asked to roll back: hanging up does that. A read-only session is of no use either.
      if (isDatabaseAway(error)) broken = error as Error
      else
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
      throw error
    } finally {
      client.release(broken)
    }
  }

  const transaction = <T>(work: (tx: Transaction) => Promise<T>, begin = 'begin') =>
    retried(() => transactionOnce(work, begin))

  const alone = (statement: pg.QueryConfig) =>
    retried(() => {
      refuseAway()
      return pool.query(statement)
    })

  return {
    ...queryable(alone, prepared),
    transaction: (work) => transaction(work),
    snapshot: (work) => transaction(work, 'begin isolation level repeatable read read only'),
    pool,
    age,
    isAway,
    close: async () => {
      await Promise.all([pulse?.close(), endPool(pool, clients)])
    },
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 3 || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

function queryable(ask: Send, prepared: boolean): Queryable {
  const send = ({ text, values, name }: Statement) => ask(prepared ? { text, values, name } : { text, values })
  async function query<R extends object>(statement: Statement): Promise<R[]> {
    return (await send(statement)).rows as R[]
  }
  async function maybe<R extends object>(statement: Statement): Promise<R | undefined> {
    const rows = await query<R>(statement)
    if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`)
    return rows[0]
  }
  return {
    query,
    maybe,
    async one<R extends object>(statement: Statement): Promise<R> {
      const row = await maybe<R>(statement)
      if (!row) throw new Error('expected one row, got none')
      return row
    },
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  }
}
