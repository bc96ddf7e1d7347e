// A file of keys into the vault: all of it or nothing. A key in clear is in this process's memory only; reports and
// errors name lines.
import { randomUUID } from 'node:crypto'
import { CommandError } from '#platform/command.ts'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { ReportEntry } from '#platform/report.ts'
import { type TextLine, textLines } from '#platform/text-lines.ts'
import { audit } from '#rooms/audit/hands.ts'
import { SERVE_WAITING } from '../jobs.ts'
import { KEY_REASONS, type KeyReason, type KeyReport, MOST_REPORTED, ODD_REASONS } from '../limits.ts'
import { type OddLine, watchForms } from '../odd-rules.ts'
import { addBatch } from '../store.ts'
import { addToBatch } from '../vault.ts'
import * as store from './store.ts'

export interface KeyImport {
  /** Lines with something on them. */
  lines: number
  blank: number
  added: number
  /** In line order. */
  entries: (ReportEntry & { reason: KeyReason })[]
  /** Added, and different from the others; in line order. */
  odd: OddLine[]
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
  skuCode: string
  offerId: number
  file: string
  source: string
  /** Who brings them in, at the shop's machine. */
  machineUser: string
  /** Where a line looks different from the others nothing comes in. */
  refusesOdd?: boolean
}): Promise<KeyImport> {
  const { db, keyring, skuCode, offerId, file, source, machineUser, refusesOdd = false } = options
  return db.transaction(async (tx) => {
    const batch = { id: randomUUID(), offerId, source, actor: machineUser }
    await addBatch(tx, batch)
    const result = await importLines(tx, keyring, batch, textLines(file, { longest: LONGEST_LINE }))
    // A file that was not written yet, say: whoever deletes it as done would lose its keys.
    if (result.lines === 0) throw new CommandError(`${file}: no key stands in it`)
    if (refusesOdd && result.odd.length > 0)
      throw new CommandError(
        `${file}: nothing was added, for ${sayOdd(result.odd)}. If they are keys, run it again with --odd`,
      )
    await audit(tx, {
      ...{ by: { machineUser }, act: 'keyBatch.import', subject: { kind: 'keyBatch', id: batch.id } },
      after: { skuCode, source, lines: result.lines, added: result.added },
    })
    return result
  })
}

const MOST_SAID = 5

const sayOdd = (odd: readonly OddLine[]) =>
  [
    ...odd.slice(0, MOST_SAID).map(({ line, reason }) => `line ${line} ${ODD_REASONS[reason]}`),
    ...(odd.length > MOST_SAID ? [`${odd.length - MOST_SAID} more are like them`] : []),
  ].join('; ')

/** What somebody typed or pasted, as lines of a file. */
export function* typedLines(text: string): Generator<{ lines: TextLine[] }> {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  yield { lines: lines.map((line, at) => ({ number: at + 1, text: line.length > LONGEST_LINE ? null : line })) }
}

/**
 * Brings lines into a batch that was made in this transaction, which is written down with what became of them. A repeated
 * transaction begins with the first line again, and with nothing counted.
 */
export async function importLines(
  tx: Transaction,
  keyring: Keyring,
  batch: { id: string; offerId: number },
  lines: AsyncIterable<{ lines: TextLine[] }> | Iterable<{ lines: TextLine[] }>,
): Promise<KeyImport> {
  const result: KeyImport = { lines: 0, blank: 0, added: 0, entries: [], odd: [] }
  const refuse = (line: number, reason: KeyReason, detail: string = KEY_REASONS[reason]) =>
    result.entries.push({ line, outcome: 'refused', reason, detail })
  await store.takeTurn(tx)
  const areAccounts = await store.holdsAccounts(tx, batch.offerId)
  const forms = watchForms(areAccounts)
  const seen = new Map<string, number>()
  let waiting: Line[] = []
  async function deposit() {
    if (waiting.length === 0) return
    const keys = waiting.map(({ key }) => key)
    const { added, duplicates, soldBefore } = await addToBatch(tx, keyring, batch, keys)
    result.added += added
    for (const position of duplicates) refuse(waiting[position]!.number, 'in-the-shop')
    for (const position of soldBefore) refuse(waiting[position]!.number, 'sold-before-restore')
    waiting = []
  }
  for await (const { lines: some } of lines) {
    for (const { number, text } of some) {
      const key = text?.trim()
      if (key === '') {
        result.blank++
        continue
      }
      result.lines++
      const reason = whyNot(key, areAccounts)
      if (reason !== undefined) {
        refuse(number, reason)
        continue
      }
      forms.see(number, key!)
      const fingerprint = keyring.fingerprint('vault-fingerprint', key!).toString('base64')
      const first = seen.get(fingerprint)
      if (first !== undefined) {
        refuse(number, 'repeated-in-file', `stands on line ${first} already`)
        continue
      }
      seen.set(fingerprint, number)
      waiting.push({ number, key: key! })
      if (waiting.length >= BATCH) await deposit()
    }
  }
  await deposit()
  result.entries.sort((a, b) => a.line - b.line)
  const refused = new Set(result.entries.map(({ line }) => line))
  result.odd = forms.odd().filter(({ line }) => !refused.has(line))
  await store.setReport(tx, batch.id, reportOf(result))
  // Orders that were paid when there was none get theirs now (decision C4).
  if (result.added > 0) await enqueue(tx, SERVE_WAITING, { offerId: batch.offerId })
  return result
}

const reportOf = ({ lines, added, entries }: KeyImport): KeyReport => ({
  ...{ lines, added, refused: entries.length },
  first: entries.slice(0, MOST_REPORTED).map(({ line, reason }) => ({ line, reason })),
})

// Room for blanks around a key.
const LONGEST_LINE = LONGEST_KEY * 4

function whyNot(key: string | undefined, isAccount: boolean): KeyReason | undefined {
  if (key === undefined || key.length > LONGEST_KEY) return 'too-long'
  // Tabs part what an account holds.
  if ((isAccount ? /[\p{Cc}--\t]/v : /\p{Cc}/v).test(key)) return 'control-characters'
  if (key.includes('\ufffd')) return 'unreadable'
  return undefined
}
