// Whether the files of the journal know of more than the database does, before a shop is opened on it (decision E8).
import { open } from 'node:fs/promises'
import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import { inTime, type Line } from './journal-file.ts'
import { filesIn, parseLines, unreadable } from './journal-reading.ts'
import { StartError } from './start-error.ts'

/** However many files there are; one that hangs ends the start with a word. */
const READ_MS = 60_000
const HEAD_BYTES = 4_096
/** Later lines of a file never name an earlier batch than was there when they were written: the last ones are enough. */
const TAIL_BYTES = 65_536

/**
 * Throws where the database is older than the journal. One batch more in a file is none if all of it waits in the database to be
 * written: a process ended between the disk and its commit.
 */
export async function refuseOlder(db: Database, folders: string[]): Promise<void> {
  const { shop } = await db.one<{ shop: string }>(sql`select shop from journal`)
  // Before the database is asked: what others write meanwhile is in both.
  const last = await inTime(lastBatch(folders, shop), READ_MS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ETIMEDOUT' ? unreadable(folders.join(', '), error) : error
  })
  const { batch, waiting } = await db.one<{ batch: number; waiting: number }>(sql`
    select batch, (
      select count(distinct kind || ' ' || value)::int from journal_entries
      where kind || ' ' || value = any(${[...last.entries]}::text[])) as waiting
    from journal`)
  const isCutOff = last.batch === batch + 1 && last.entries.size > 0 && waiting === last.entries.size
  if (last.batch <= batch || isCutOff) return
  throw new StartError(
    `the database is older than the journal: it knows of ${batch} batches, and ${last.path} of ${last.batch}. What was sold since would be sold again: back up what is there (npm run backup -- FOLDER), then bring it back (npm run restore -- FOLDER --force), which replays the journal. docs/operate.md says more, under "A database that comes back older"`,
  )
}

interface Last {
  batch: number
  path: string
  /** What stands in that batch, as far as the ends of files hold it. */
  entries: Set<string>
}

async function lastBatch(folders: string[], shop: string): Promise<Last> {
  let last: Last = { batch: 0, path: '', entries: new Set() }
  for (const path of await filesIn(folders)) {
    const { head, tail } = await endsOf(path)
    if (!head || !('journal' in head) || head.shop !== shop) continue
    for (const line of tail) {
      if (line.batch > last.batch) last = { batch: line.batch, path, entries: new Set() }
      if ('kind' in line && line.batch === last.batch) last.entries.add(`${line.kind} ${line.value}`)
    }
  }
  return last
}

async function endsOf(path: string): Promise<{ head: Line | undefined; tail: Line[] }> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // Somebody may have put it elsewhere meanwhile.
    if (error.code === 'ENOENT') return undefined
    throw unreadable(path, error)
  })
  if (!file) return { head: undefined, tail: [] }
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) =>
      (await file.read({ buffer: Buffer.alloc(length), position: at })).buffer.toString('utf8').replace(/\0+$/, '')
    const from = Math.max(0, size - TAIL_BYTES)
    return {
      head: parseLines(await read(0, Math.min(size, HEAD_BYTES)))[0],
      tail: parseLines(await read(from, size - from)),
    }
  } finally {
    await file.close()
  }
}
