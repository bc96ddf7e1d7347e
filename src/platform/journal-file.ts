// One file of the journal at one of its places, as one process writes it.
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * First line of a file: `journal`, `shop`, `batch`, `at`. Then entries, signs of life, and `closed` at an orderly end.
 * `batch`: an entry stands in it; the other lines say how many batches all instances have written when the line is. In
 * files of earlier versions `alive` and `closed` say how many this one knew of, which may be fewer and is never more.
 */
export type Line = { at: string; batch: number } & (
  | { journal: 1; shop: string }
  | { kind: string; value: string }
  | { alive: true }
  | { closed: true }
)

/** A disk does not take what it should; no error of the database. */
export class JournalUnwritable extends Error {
  readonly code: string
  constructor(cause: unknown) {
    super('the journal cannot be written', { cause })
    this.code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

export interface GoneFile {
  path: string
  /** All that it held stands in the new one. */
  isWhole: boolean
}

/** Errors of the disk are `JournalUnwritable`. */
export interface JournalFile {
  /** The disk has it. */
  append(lines: Line[]): Promise<void>
  /** Goes on in a new file where somebody deleted this one or put another in its place: what is appended there is lost. */
  rewriteIfGone(tell: (gone: GoneFile) => Promise<void>): Promise<void>
  close(): Promise<void>
  /** Nothing stands in it but its first line. */
  discard(): Promise<void>
}

/** A file whose first line is on the disk; where that fails there is none. */
export async function beginFile(folder: string, head: Line): Promise<JournalFile> {
  let current = await onDisk(() => create(folder, head))
  let torn = false
  return {
    append: (lines) =>
      onDisk(async () => {
        // A full disk may have taken half a line the last time; its entries are written again, on lines of their own.
        const text = (torn ? '\n' : '') + textOf(lines)
        torn = true
        await current.handle.appendFile(text)
        await current.handle.datasync()
        torn = false
      }),
    async rewriteIfGone(tell) {
      if (await onDisk(() => isThere(current))) return
      const fresh = await onDisk(() => create(folder, head))
      try {
        const isWhole = await onDisk(() => copy(current.handle, fresh.handle))
        await tell({ path: current.path, isWhole })
        torn ||= !isWhole
      } catch (error) {
        await discard(fresh)
        throw error
      }
      await current.handle.close().catch(() => undefined)
      current = fresh
    },
    close: () => current.handle.close(),
    discard: () => discard(current),
  }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new JournalUnwritable(error)
  }
}

interface Opened {
  path: string
  handle: FileHandle
}

async function create(folder: string, head: Line): Promise<Opened> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${head.at.replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}.jsonl`)
  const created = { path, handle: await open(path, 'ax+', 0o600) }
  try {
    await created.handle.appendFile(textOf([head]))
    await created.handle.datasync()
    return created
  } catch (error) {
    await discard(created)
    throw error
  }
}

/** Some file systems give one file several numbers: another file of the same size is taken for it, until one of them grows. */
async function isThere({ path, handle }: Opened): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  // Of a file that was deleted on another machine a network's file system knows nothing more.
  const held = await handle.stat().catch(() => undefined)
  if (!found || !held) return false
  return (found.ino === held.ino && found.dev === held.dev) || found.size === held.size
}

/** What a deleted file holds can be read as long as it is open. False where it cannot. */
async function copy(from: FileHandle, to: FileHandle): Promise<boolean> {
  const piece = Buffer.alloc(65_536)
  for (let at = 0; ; ) {
    const read = await from.read(piece, 0, piece.length, at).catch(() => undefined)
    if (read?.bytesRead) await to.appendFile(piece.subarray(0, read.bytesRead))
    else {
      await to.datasync()
      return read !== undefined
    }
    at += read.bytesRead
  }
}

/** The reader skips what cannot be deleted: its first line is not whole, or its only one. */
async function discard({ path, handle }: Opened): Promise<void> {
  await handle.close().catch(() => undefined)
  await rm(path, { force: true }).catch(() => undefined)
}

const textOf = (lines: Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
