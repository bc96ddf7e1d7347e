// A file of keys into the vault: all of it or nothing. A key in clear is in this process's memory only; reports and
// errors name lines.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { ReportEntry } from '#platform/report.ts'
import { textLines } from '#platform/text-lines.ts'
import { SERVE_WAITING } from '../jobs.ts'
import { depositKeys } from '../vault.ts'
import * as store from './store.ts'

export const KEY_REASONS = {
  'too-long': 'longer than 500 characters',
  'control-characters': 'holds control characters',
  unreadable: 'holds bytes that are no UTF-8',
  'repeated-in-file': 'stands in the file twice',
  'in-the-shop': 'is in the shop already',
} as const
export type KeyReason = keyof typeof KEY_REASONS

export interface KeyImport {
  /** Lines with something on them. */
  lines: number
  blank: number
  added: number
  /** In line order. */
  entries: (ReportEntry & { reason: KeyReason })[]
}

const LONGEST_KEY = 500
const BATCH = 1000

interface Line {
  number: number
  key: string
}

export async function importKeys(options: {
  db: Database
  keyring: Keyring
  offerId: number
  file: string
  source: string
}): Promise<KeyImport> {
  const { db, keyring, offerId, file, source } = options
  return db.transaction(async (tx) => {
    // A repeated transaction begins with the file again, and with nothing counted.
    const result: KeyImport = { lines: 0, blank: 0, added: 0, entries: [] }
    const refuse = (line: number, reason: KeyReason, detail: string = KEY_REASONS[reason]) =>
      result.entries.push({ line, outcome: 'refused', reason, detail })
    await store.takeTurn(tx)
    const seen = new Map<string, number>()
    let batch: Line[] = []
    async function deposit() {
      if (batch.length === 0) return
      const { added, duplicates } = await depositKeys(
        tx,
        keyring,
        offerId,
        source,
        batch.map(({ key }) => key),
      )
      result.added += added
      for (const position of duplicates) refuse(batch[position]!.number, 'in-the-shop')
      batch = []
    }
    for await (const { lines } of textLines(file, { longest: LONGEST_LINE })) {
      for (const { number, text } of lines) {
        const key = text?.trim()
        if (key === '') {
          result.blank++
          continue
        }
        result.lines++
        const reason = whyNot(key)
        if (reason !== undefined) {
          refuse(number, reason)
          continue
        }
        const fingerprint = keyring.fingerprint('vault-fingerprint', key!).toString('base64')
        const first = seen.get(fingerprint)
        if (first !== undefined) {
          refuse(number, 'repeated-in-file', `stands on line ${first} already`)
          continue
        }
        seen.set(fingerprint, number)
        batch.push({ number, key: key! })
        if (batch.length >= BATCH) await deposit()
      }
    }
    await deposit()
    // Orders that were paid when there was none get theirs now (decision C4).
    if (result.added > 0) await enqueue(tx, SERVE_WAITING, { offerId })
    result.entries.sort((a, b) => a.line - b.line)
    return result
  })
}

// Room for blanks around a key.
const LONGEST_LINE = LONGEST_KEY * 4

function whyNot(key: string | undefined): KeyReason | undefined {
  if (key === undefined || key.length > LONGEST_KEY) return 'too-long'
  if (/\p{Cc}/u.test(key)) return 'control-characters'
  if (key.includes('\ufffd')) return 'unreadable'
  return undefined
}
