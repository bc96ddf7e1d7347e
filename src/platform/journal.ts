// The journal: what a restore of the database to an earlier moment must not forget, in files outside of it (decision E8).
// Entries are written in the transaction of what they tell (`journal_entries`); each instance moves them into a file of
// its own, on every place that is configured, and they leave the database only when the disks have them.
import { join } from 'node:path'
import type { Database, Transaction } from './database/database.ts'
import { littleRoom } from './database/little-room.ts'
import { sql } from './database/sql.ts'
import { endInTurn, endTogether } from './ends.ts'
import { beginFile, type GoneFile, type JournalFile, type Line } from './journal-file.ts'
import { StartError } from './start-error.ts'

const BATCH = 1_000
/** A journal that says nothing for longer than this was lost, or belongs to an older copy. */
export const ALIVE_MS = 60_000
const LOOK_MS = 60_000

export interface Journal {
  /** Moves what waits into the files. Answers how many entries. */
  write(): Promise<number>
  close(): Promise<void>
}

/** The places of a shop's journal: beside its data, and a second one off that disk. */
export const journalFolders = (config: { dataDir: string; journalDir?: string }): string[] => [
  join(config.dataDir, 'journal'),
  ...(config.journalDir ? [config.journalDir] : []),
]

/** In the transaction of what it tells: a row with it, in the files within a second. Nothing that tells a person. */
export function noteInJournal(tx: Transaction, kind: string, value: string): Promise<number> {
  return tx.run(sql`insert into journal_entries (kind, value) values (${kind}, ${value})`)
}

const NEVER = Number.NEGATIVE_INFINITY

/** `tell`: a file was deleted while it was written. It is done before the journal goes on in a new one. */
export async function openJournal(
  db: Database,
  folders: string[],
  tell: (gone: GoneFile) => Promise<void> = async () => {},
): Promise<Journal> {
  const { shop, batch } = await db.one<{ shop: string; batch: number }>(sql`select shop, batch from journal`)
  const files = await beginFiles(folders, { journal: 1, shop, batch, at: new Date().toISOString() })
  // Not by the wall clock: one that is set back would keep it from looking and signing until it comes round.
  let lastLine = performance.now()
  let lastLook = performance.now()

  async function append(lines: Line[]): Promise<void> {
    // Never, until all disks have taken it: `write` then looks for the files and signs, so that it fails as long as one does.
    lastLine = NEVER
    const done = await Promise.allSettled(files.map((file) => file.append(lines)))
    for (const one of done) if (one.status === 'rejected') throw one.reason
    lastLine = performance.now()
  }

  async function look(): Promise<void> {
    for (const file of files) await file.rewriteIfGone(tell)
    lastLook = performance.now()
  }

  /** With the last batch of all instances: where only this file is found, it tells that others are missing. */
  async function sign(what: { alive: true } | { closed: true }): Promise<void> {
    const last = await db.one<{ batch: number }>(sql`select batch from journal`)
    await append([{ ...what, batch: last.batch, at: new Date().toISOString() }])
  }

  async function write(): Promise<number> {
    let moved = 0
    if (lastLine === NEVER || performance.now() - lastLook > LOOK_MS) await look()
    // Nothing waits, nearly always.
    while ((await db.query(sql`select 1 from journal_entries limit 1`)).length > 0) {
      const count = await moveBatch(db, append)
      if (count === 0) break
      moved += count
    }
    if (performance.now() - lastLine > ALIVE_MS) await sign({ alive: true })
    return moved
  }

  return {
    write,
    close() {
      const end = async () => {
        await look()
        await write()
        await sign({ closed: true })
      }
      return endInTurn([end, () => endTogether(files.map(({ close }) => close))])
    },
  }
}

async function beginFiles(folders: string[], head: Line): Promise<JournalFile[]> {
  const files: JournalFile[] = []
  for (const folder of folders) {
    try {
      files.push(await beginFile(folder, head))
    } catch (error) {
      await Promise.all(files.map((file) => file.discard()))
      const why = `the journal cannot be written in ${folder} (${(error as NodeJS.ErrnoException).code})`
      throw new StartError([why, await littleRoom(folder)].filter(Boolean).join('; '))
    }
  }
  return files
}

/** What has waited longest, into the files and out of the database. Answers how many entries. */
async function moveBatch(db: Database, append: (lines: Line[]) => Promise<void>): Promise<number> {
  try {
    return await db.transaction(async (tx) => {
      // Locked first: batches of all instances have one order without gaps, so that a missing file is noticed.
      const { known } = db.age
      const next = await tx.one<{ batch: number }>(sql`update journal set batch = batch + 1 returning batch`)
      db.age.heard(next.batch - 1, known)
      const entries = await tx.query<{ id: number; kind: string; value: string }>(
        sql`select id, kind, value from journal_entries order by id limit ${BATCH}`,
      )
      if (entries.length === 0) throw new NothingLeft()
      const at = new Date().toISOString()
      await append(entries.map(({ kind, value }) => ({ kind, value, at, batch: next.batch })))
      await tx.run(sql`delete from journal_entries where id = any(${entries.map(({ id }) => id)}::bigint[])`)
      tx.afterCommit(() => db.age.heard(next.batch, 0))
      return entries.length
    })
  } catch (error) {
    if (error instanceof NothingLeft) return 0
    throw error
  }
}

/** A rival was quicker; the batch's number goes back with the transaction. */
class NothingLeft extends Error {}
