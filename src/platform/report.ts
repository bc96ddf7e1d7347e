// What a command found in a file, line by line, for a person or a program to work through: CSV when the file is called
// so, JSON lines otherwise.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

export interface ReportEntry {
  line: number
  /** The record's own name, where it has one. Never a secret. */
  ref?: string
  /** refused: not taken. repaired: taken, but not as it stood there. skipped: there was nothing to take. */
  outcome: 'refused' | 'repaired' | 'skipped'
  reason: string
  detail: string
}

export interface Report {
  /** Counted by reason, written or not. */
  readonly counts: ReadonlyMap<string, { outcome: ReportEntry['outcome']; count: number }>
  add(entry: ReportEntry): void
  /** Waits while the disk is slower than we are. */
  drained(): Promise<void>
  close(): Promise<void>
}

const COLUMNS = ['line', 'ref', 'outcome', 'reason', 'detail'] as const

/** Without a path it only counts. */
export async function openReport(path: string | undefined): Promise<Report> {
  const counts = new Map<string, { outcome: ReportEntry['outcome']; count: number }>()
  const stream = path === undefined ? undefined : createWriteStream(path)
  if (stream) await once(stream, 'open')
  let waiting: Promise<unknown> | undefined
  // A full disk shows at `drained` or `close`, not as an event that nobody hears.
  let failure: Error | undefined
  stream?.on('error', (error) => {
    failure = error
  })
  const csv = path?.toLowerCase().endsWith('.csv') ?? false
  const write = (text: string) => {
    if (stream && !stream.write(text)) waiting ??= once(stream, 'drain').catch(() => {})
  }
  if (csv) write(`${COLUMNS.join(',')}\n`)
  return {
    counts,
    add(entry) {
      const known = counts.get(entry.reason)
      if (known) known.count++
      else counts.set(entry.reason, { outcome: entry.outcome, count: 1 })
      if (stream)
        write(csv ? `${COLUMNS.map((column) => csvField(entry[column])).join(',')}\n` : `${JSON.stringify(entry)}\n`)
    },
    async drained() {
      await waiting
      waiting = undefined
      if (failure) throw failure
    },
    async close() {
      if (failure) throw failure
      if (!stream) return
      stream.end()
      await finished(stream)
    },
  }
}

/** Text from a stranger's file must not become a formula when the report is opened in a spreadsheet. */
function csvField(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
