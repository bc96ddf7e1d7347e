// The journal: what a restore of the database to an earlier moment must not forget, in files outside of it (decision E8).
// Entries are written in the transaction of what they tell (`journal_entries`); each instance moves them into a file of
// its own, on every place that is configured, and they leave the database only when the disks have them.
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Transaction } from './database/database.ts'
import { StartError } from './database/server-programs.ts'
import { sql } from './database/sql.ts'

const BATCH = 1_000
/** A journal that says nothing for longer than this was lost, or belongs to an older copy. */
const ALIVE_MS = 60_000

/** First line of a file: `journal`, `shop`, `batch`, `at`. Then entries, signs of life, and `closed` at an orderly end. */
type Line = { at: string; batch: number } & (
  | { journal: 1; shop: string }
  | { kind: string; value: string }
  | { alive: true }
  | { closed: true }
)

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

export async function openJournal(db: Database, folders: string[]): Promise<Journal> {
  const { shop, batch } = await db.one<{ shop: string; batch: number }>(sql`select shop, batch from journal`)
  const begun = new Date().toISOString()
  const name = `${begun.replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}.jsonl`
  const files: FileHandle[] = []
  let lastBatch = batch
  let lastLine = Date.now()
  let torn = false
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      files.push(await open(join(folder, name), 'ax', 0o600))
    } catch (error) {
      throw new StartError(`the journal cannot be written in ${folder} (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  await append([{ journal: 1, shop, batch, at: begun }])

  async function append(lines: Line[]): Promise<void> {
    // A full disk may have taken half a line the last time; its entries are written again, on lines of their own.
    const text = (torn ? '\n' : '') + lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    torn = true
    await Promise.all(
      files.map(async (file) => {
        await file.appendFile(text)
        await file.datasync()
      }),
    )
    torn = false
    lastLine = Date.now()
  }

  async function write(): Promise<number> {
    let moved = 0
    // Nothing waits, nearly always.
    while ((await db.query(sql`select 1 from journal_entries limit 1`)).length > 0) {
      const count = await db
        .transaction(async (tx) => {
          // Locked first: batches of all instances have one order without gaps, so that a missing file is noticed.
          const next = await tx.one<{ batch: number }>(sql`update journal set batch = batch + 1 returning batch`)
          const entries = await tx.query<{ id: number; kind: string; value: string }>(
            sql`select id, kind, value from journal_entries order by id limit ${BATCH}`,
          )
          if (entries.length === 0) throw new NothingLeft()
          const at = new Date().toISOString()
          await append(entries.map(({ kind, value }) => ({ kind, value, at, batch: next.batch })))
          await tx.run(sql`delete from journal_entries where id = any(${entries.map(({ id }) => id)}::bigint[])`)
          lastBatch = next.batch
          return entries.length
        })
        .catch((error) => {
          if (error instanceof NothingLeft) return 0
          throw error
        })
      if (count === 0) break
      moved += count
    }
    if (Date.now() - lastLine > ALIVE_MS)
      await append([{ alive: true, batch: lastBatch, at: new Date().toISOString() }])
    return moved
  }

  return {
    write,
    async close() {
      try {
        await write()
        await append([{ closed: true, batch: lastBatch, at: new Date().toISOString() }])
      } finally {
        await Promise.all(files.map((file) => file.close()))
      }
    },
  }
}

/** A rival was quicker; the batch's number goes back with the transaction. */
class NothingLeft extends Error {}

export interface JournalFound {
  files: number
  entries: { kind: string; value: string }[]
  /** The last batch that was seen, at least the backup's. */
  batch: number
  /** The newest line of all files. */
  lastAt: Date | undefined
  /** Why it cannot be relied on to be the whole journal since the backup; undefined: it can. */
  gap: string | undefined
}

/** Everything that was written since `batch`, from all files of this shop in these folders. `now`: for how old its end is. */
export async function readJournal(
  folders: string[],
  since: { shop: string; batch: number },
  now: Date,
): Promise<JournalFound> {
  const found: JournalFound = { files: 0, entries: [], batch: since.batch, lastAt: undefined, gap: undefined }
  const batches = new Set<number>()
  let reached = -1
  let closed = false
  for (const path of await filesIn(folders)) {
    const lines = parseLines(await readFile(path, 'utf8'))
    const [head] = lines
    if (!head || !('journal' in head)) {
      found.gap = `${path} is damaged`
      continue
    }
    if (head.shop !== since.shop) continue
    found.files++
    for (const line of lines) {
      reached = Math.max(reached, line.batch)
      if ('kind' in line) batches.add(line.batch)
      if ('kind' in line && line.batch > since.batch) found.entries.push({ kind: line.kind, value: line.value })
    }
    const last = lines.at(-1)!
    const at = new Date(last.at)
    if (found.lastAt === undefined || at >= found.lastAt) {
      found.lastAt = at
      closed = 'closed' in last
    }
  }
  found.batch = Math.max(since.batch, reached)
  found.gap ??= gapOf()
  return found

  function gapOf(): string | undefined {
    if (found.files === 0) return 'there is none of this shop'
    if (reached < since.batch) return 'it ends before the backup was taken'
    for (let n = since.batch + 1; n <= reached; n++) if (!batches.has(n)) return 'a part of it is missing'
    // A copy that was made while the shop stood ends with an orderly stop, too.
    if (now.getTime() - found.lastAt!.getTime() > 15 * ALIVE_MS)
      return `it ends at ${found.lastAt!.toISOString()} ${closed ? 'with' : 'without'} an orderly stop, and may be an older copy`
    return undefined
  }
}

async function filesIn(folders: string[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => [] as string[])
      return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name))
    }),
  )
  return lists.flat().sort()
}

/** Whole lines. Half a one is where a disk was full or the machine stopped: its entry was written again, or still waits. */
function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((part) => {
    try {
      return [JSON.parse(part) as Line]
    } catch {
      return []
    }
  })
}
