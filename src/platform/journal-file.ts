// One file of the journal at one of its places, as one process writes it.
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

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
  const onDisk = oneAtATime()
  const begin = () => onDisk(() => create(folder, head), { late: discard })
  let current = await begin()
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
      const fresh = await begin()
      try {
        const isWhole = await onDisk(() => copy(current.handle, fresh.handle), { ms: COPY_MS })
        await tell({ path: current.path, isWhole })
        torn ||= !isWhole
      } catch (error) {
        await discard(fresh)
        throw error
      }
      await inTime(current.handle.close()).catch(() => undefined)
      current = fresh
    },
    close: () => inTime(current.handle.close()),
    discard: () => discard(current),
  }
}

/** A disk of the network may hang for ever; a sound one takes a batch at once. */
const DISK_MS = 15_000
/** For a whole file. */
const COPY_MS = 120_000

/**
 * Work on one file. While some of it hangs nothing else is begun: each piece that hangs holds one of the few threads of this
 * process, and what it writes late must not come between other lines. `late` gets what came after the limit.
 */
function oneAtATime() {
  let before: Promise<unknown> = Promise.resolve()
  return async <T>(
    work: () => Promise<T>,
    { ms = DISK_MS, late }: { ms?: number; late?: (made: T) => unknown } = {},
  ) => {
    try {
      await inTime(before)
      const begun = work()
      before = begun.catch(() => undefined)
      return await inTime(begun, ms, () => late && void begun.then(late, () => undefined))
    } catch (error) {
      throw new JournalUnwritable(error)
    }
  }
}

/** Rejects with `ETIMEDOUT` where a disk (of the network, say) does not answer. `onLate`: what is done then. */
export async function inTime<T>(work: Promise<T>, ms = DISK_MS, onLate?: () => void): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    onLate?.()
    reject(Object.assign(new Error('the disk does not answer'), { code: 'ETIMEDOUT' }))
  }, ms)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

interface Opened {
  path: string
  handle: FileHandle
}

async function create(folder: string, head: Line): Promise<Opened> {
  await makeFolder(folder, 0o700)
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
  await inTime(handle.close()).catch(() => undefined)
  await inTime(rm(path, { force: true })).catch(() => undefined)
}

const textOf = (lines: Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
