// One file of the journal at one of its places, as one process writes it.
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
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

export interface JournalFile {
  /** The disk has it. */
  append(lines: Line[]): Promise<void>
  close(): Promise<void>
  /** Nothing stands in it but its first line. */
  discard(): Promise<void>
}

/** A file whose first line is on the disk; where that fails there is none. */
export async function beginFile(folder: string, head: Line): Promise<JournalFile> {
  const current = await create(folder, head)
  let torn = false
  return {
    async append(lines) {
      // A full disk may have taken half a line the last time; its entries are written again, on lines of their own.
      const text = (torn ? '\n' : '') + textOf(lines)
      torn = true
      await current.handle.appendFile(text)
      await current.handle.datasync()
      torn = false
    },
    close: () => current.handle.close(),
    discard: () => discard(current),
  }
}

interface Opened {
  path: string
  handle: FileHandle
}

async function create(folder: string, head: Line): Promise<Opened> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${head.at.replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}.jsonl`)
  const created = { path, handle: await open(path, 'ax', 0o600) }
  try {
    await created.handle.appendFile(textOf([head]))
    await created.handle.datasync()
    return created
  } catch (error) {
    await discard(created)
    throw error
  }
}

/** The reader skips what cannot be deleted: its first line is not whole, or its only one. */
async function discard({ path, handle }: Opened): Promise<void> {
  await handle.close().catch(() => undefined)
  await rm(path, { force: true }).catch(() => undefined)
}

const textOf = (lines: Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
