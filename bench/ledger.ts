// The nightly sum of a ledger of ten million entries, in a database of its own that is removed afterwards.
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import type { EmbeddedPostgres } from '../src/platform/database/embedded.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { withClient } from '../src/platform/database/patience.ts'
import { sql } from '../src/platform/database/sql.ts'
import { createLog } from '../src/platform/log.ts'
import { differences } from '../src/rooms/ledger/check.ts'
import { credit } from '../src/rooms/ledger/hands.ts'
import { dropDatabase, makeDatabase, onDatabase } from './databases.ts'
import type { Row } from './table.ts'

const NAME = 'bench_ledger'
const MEMBERS = 50_000

interface LedgerCheck {
  entries: number
  seconds: number
  /** What it wrote to disk because its memory was not enough. */
  temporaryMb: number
  /** Money that was moved one after the other meanwhile: the slowest of them in milliseconds, and how many. */
  slowestMs: number
  moved: number
}

export async function ledgerRow(server: EmbeddedPostgres, entries: number): Promise<Row> {
  const { seconds, temporaryMb, slowestMs, moved } = await measureLedger(server, entries)
  return {
    figure: `nightly sum of a ledger of ${entries.toLocaleString('en-US')} entries`,
    value: seconds,
    unit: 's',
    limit: { what: 'aim', value: 60 },
    reached: seconds <= 60,
    note: `${temporaryMb.toFixed(0)} MB on disk; meanwhile ${moved} movements one after the other, the slowest in ${slowestMs.toFixed(0)} ms`,
  }
}

async function measureLedger(server: EmbeddedPostgres, entries: number): Promise<LedgerCheck> {
  await makeDatabase(server, NAME)
  try {
    const url = onDatabase(server.socketUrl, NAME)
    await migrate(url)
    await fill(adminUrlOf(server), entries / 2)
    const db = openDatabase(url, { log: createLog('error'), size: 4, name: 'bench' })
    try {
      const temporaryBefore = await temporaryMb(adminUrlOf(server))
      const started = performance.now()
      const meanwhile = moveMoney(db)
      const found = await differences(db)
      const seconds = (performance.now() - started) / 1000
      const { slowestMs, moved } = await meanwhile.end()
      if (found.movements.length + found.totals.length > 0) throw new Error('the ledger of the bench is wrong')
      await db.close()
      const temporary = (await temporaryMb(adminUrlOf(server))) - temporaryBefore
      return { entries, seconds, temporaryMb: temporary, slowestMs, moved }
    } catch (error) {
      await db.close()
      throw error
    }
  } finally {
    await dropDatabase(server, NAME)
  }
}

const adminUrlOf = (server: EmbeddedPostgres) => onDatabase(server.adminUrl, NAME)

/**
 * Movements by number, of each kind that only brings something, each member's in turn; so what he had then is his share times
 * its ordinal. Without triggers, which would look at each row, and with the indexes made afterwards.
 */
async function fill(adminUrl: string, movements: number): Promise<void> {
  return withClient(adminUrl, 'bench', async (client) => {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(`
      insert into members (id, username, username_key, email, email_key, uname, locale)
      select md5('member ' || m)::uuid, 'm' || m, 'm' || m, 'm' || m || '@example.com', 'm' || m || '@example.com', 'm', 'en-US'
      from generate_series(0, ${MEMBERS - 1}) m`)
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where tablename = 'ledger_entries' and indexname <> 'ledger_entries_pkey'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `insert into ledger_movements (id, cause, kind) overriding system value
       select n, 'bench ' || n, (array['points', 'refund', 'topUp', 'adjustment'])[1 + n % 4] from generate_series(1, $1::int) n`,
      [movements],
    )
    await client.query(
      `insert into ledger_entries (movement_id, account, member_id, cents, balance)
       select n, case side when 1 then 'member' else (array['points', 'refunds', 'clearing', 'adjustments'])[1 + n % 4] end,
         case side when 1 then md5('member ' || n % ${MEMBERS})::uuid end, side * (100 + n % ${MEMBERS}),
         case side when 1 then (100 + n % ${MEMBERS}) * (1 + (n - 1) / ${MEMBERS}) end
       from generate_series(1, $1::bigint) n, unnest(array[1, -1]) side`,
      [movements],
    )
    await client.query(`insert into member_balances select member_id, sum(cents) from ledger_entries where member_id is not null group by 1`) // biome-ignore format: a statement
    await client.query(`select setval(pg_get_serial_sequence('ledger_movements', 'id'), ${movements})`)
    for (const { made } of indexes) await client.query(made)
    for (const table of ['ledger_movements', 'ledger_entries', 'member_balances', 'members'])
      await client.query(`vacuum analyze ${table}`)
    await client.query('checkpoint')
  })
}

/** One movement after the other, as members do who buy while the night's sum is made. */
function moveMoney(db: Database) {
  let isOver = false
  let slowestMs = 0
  let moved = 0
  const working = (async () => {
    const { id } = await db.one<{ id: string }>(sql`select md5('member 1')::uuid as id`)
    while (!isOver) {
      const started = performance.now()
      const gift = { kind: 'adjustment', memberId: id, cents: 1, against: 'adjustments' } as const
      await db.transaction((tx) => credit(tx, { ...gift, cause: `meanwhile ${moved}` }))
      slowestMs = Math.max(slowestMs, performance.now() - started)
      moved++
    }
  })()
  return {
    async end() {
      isOver = true
      await working
      return { slowestMs, moved }
    },
  }
}

async function temporaryMb(adminUrl: string): Promise<number> {
  return withClient(adminUrl, 'bench', async (client) => {
    const { rows } = await client.query<{ mb: number }>(
      `select (temp_bytes / 1e6)::float8 as mb from pg_stat_database where datname = current_database()`,
    )
    return rows[0]!.mb
  })
}
