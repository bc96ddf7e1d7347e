// What the files of the journal tell after a restore, and whether that is all of it (decision E8).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALIVE_MS } from './journal.ts'
import type { Line } from './journal-file.ts'
import { StartError } from './start-error.ts'

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

/** A folder that the operator names has a part of the journal, or he has mistyped it. */
export async function refuseEmpty(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((error) => {
      throw unreadable(folder, error)
    })
    if (!names.some(isJournal)) throw new StartError(`${folder} has no file of the journal`)
  }
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
    const text = await readFile(path, 'utf8')
    // Entries are written only when the disk has the first line: the disk was full at the start, or the process died then.
    if (!text.includes('\n')) continue
    const lines = parseLines(text)
    const [head] = lines
    if (!head || !('journal' in head)) {
      found.gap = `${path} is damaged`
      continue
    }
    if (head.shop !== since.shop) continue
    found.files++
    for (const line of lines) {
      // Whatever line names a batch, its entries must stand somewhere.
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
    const sinceMs = now.getTime() - found.lastAt!.getTime()
    // By a line of a clock that was ahead no copy of any age would look old.
    if (sinceMs < -15 * ALIVE_MS)
      return `it ends at ${found.lastAt!.toISOString()}, which has not come: a clock was ahead, and it may be an older copy`
    // A copy that was made while the shop stood ends with an orderly stop, too.
    if (sinceMs > 15 * ALIVE_MS)
      return `it ends at ${found.lastAt!.toISOString()} ${closed ? 'with' : 'without'} an orderly stop, and may be an older copy`
    return undefined
  }
}

const isJournal = (name: string) => name.endsWith('.jsonl')

export async function filesIn(folders: string[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        // On a new machine a configured folder is made only when the shop starts.
        if (error.code === 'ENOENT') return []
        throw unreadable(folder, error)
      })
      return names.filter(isJournal).map((name) => join(folder, name))
    }),
  )
  return lists.flat().sort()
}

export function unreadable(folder: string, error: NodeJS.ErrnoException): StartError {
  return new StartError(`${folder} cannot be read (${error.code}), and a part of the journal may be in it`)
}

/** Whole lines. Half a one is where a disk was full or the machine stopped: its entry was written again, or still waits. */
export function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((part) => {
    try {
      return [JSON.parse(part) as Line]
    } catch {
      return []
    }
  })
}
