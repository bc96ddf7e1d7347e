// A file of keys into the vault: all of it or nothing. A key in clear is in this process's memory only; reports and
// errors name lines.
import { randomUUID } from 'node:crypto'
import { CommandError } from '#platform/command.ts'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { ReportEntry } from '#platform/report.ts'
import { type TextLine, textLines } from '#platform/text-lines.ts'
import { audit } from '#rooms/audit/hands.ts'
import { SERVE_WAITING } from '../jobs.ts'
import { KEY_REASONS, type KeyReason, type KeyReport, MOST_REPORTED, ODD_REASONS } from '../limits.ts'
import { type OddLine, watchForms } from '../odd-rules.ts'
import { addBatch, soldBeforeRestore } from '../store.ts'
import { addToBatch, type Deposit } from '../vault.ts'
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
  /** Where a line looks different from the others nothing comes in: throws OddLines. */
  refusesOdd?: boolean
}): Promise<KeyImport> {
  const { db, keyring, skuCode, offerId, file, source, machineUser, refusesOdd = false } = options
  const linesOf = () => textLines(file, { longest: LONGEST_LINE })
  if (refusesOdd) {
    const seen = await lookAtLines(db, keyring, offerId, linesOf())
    if (seen.odd.length > 0) throw new OddLines(file, seen)
  }
  return db.transaction(async (tx) => {
    const batch = { id: randomUUID(), offerId, source, actor: machineUser }
    await addBatch(tx, batch)
    const result = await importLines(tx, keyring, batch, linesOf())
    // A file that was not written yet, say: whoever deletes it as done would lose its keys.
    if (result.lines === 0) throw new CommandError(`${file}: no key stands in it`)
    await audit(tx, {
      ...{ by: { machineUser }, act: 'keyBatch.import', subject: { kind: 'keyBatch', id: batch.id } },
      after: { skuCode, source, lines: result.lines, added: result.added },
    })
    return result
  })
}

const MOST_SAID = 5

/** Nothing was added, for lines that look like no keys. */
export class OddLines extends CommandError {
  /** These, and those that would be refused in any case; in line order. */
  readonly entries: ReportEntry[]
  constructor(file: string, { odd, entries }: KeyImport) {
    const said = odd.slice(0, MOST_SAID).map(({ line, reason }) => `line ${line} ${ODD_REASONS[reason]}`)
    if (odd.length > MOST_SAID) said.push(`${odd.length - MOST_SAID} more are like them`)
    super(`${file}: nothing was added, for ${said.join('; ')}. If they are keys, run it again with --odd`)
    const asEntries = odd.map(({ line, reason }) => ({
      ...{ line, outcome: 'refused' as const, reason, detail: ODD_REASONS[reason] },
    }))
    this.entries = [...entries, ...asEntries].sort((a, b) => a.line - b.line)
  }
}

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
  lines: Parameters<typeof sortLines>[2],
): Promise<KeyImport> {
  await store.takeTurn(tx)
  const areAccounts = await store.holdsAccounts(tx, batch.offerId)
  const result = await sortLines(keyring, areAccounts, lines, (keys) => addToBatch(tx, keyring, batch, keys))
  await store.setReport(tx, batch.id, reportOf(result))
  // Orders that were paid when there was none get theirs now (decision C4).
  if (result.added > 0) await enqueue(tx, SERVE_WAITING, { offerId: batch.offerId })
  return result
}

/** What would become of each line, of which nothing is kept. */
export async function lookAtLines(
  db: Queryable,
  keyring: Keyring,
  offerId: number,
  lines: Parameters<typeof sortLines>[2],
): Promise<KeyImport> {
  return sortLines(keyring, await store.holdsAccounts(db, offerId), lines, (keys) => lookAtKeys(db, keyring, keys))
}

/** What would become of these keys, each there once: nothing of them is kept, and nobody waits for it. */
async function lookAtKeys(db: Queryable, keyring: Keyring, keys: string[]): Promise<Deposit> {
  const fingerprints = keys.map((key) => keyring.fingerprint('vault-fingerprint', key.trim()))
  const names = fingerprints.map((fingerprint) => fingerprint.toString('hex'))
  const [known, sold] = [await store.knownKeys(db, fingerprints), await soldBeforeRestore(db, fingerprints)]
  const positions = (are: (name: string) => boolean) => names.flatMap((name, at) => (are(name) ? [at] : []))
  const soldBefore = positions((name) => sold.has(name))
  const duplicates = positions((name) => known.has(name) && !sold.has(name))
  return { added: keys.length - soldBefore.length - duplicates.length, duplicates, soldBefore }
}

/** `deposit`: what becomes of keys, each there once. */
async function sortLines(
  keyring: Keyring,
  areAccounts: boolean,
  lines: AsyncIterable<{ lines: TextLine[] }> | Iterable<{ lines: TextLine[] }>,
  deposit: (keys: string[]) => Promise<Deposit>,
): Promise<KeyImport> {
  const result: KeyImport = { lines: 0, blank: 0, added: 0, entries: [], odd: [] }
  const refuse = (line: number, reason: KeyReason, detail: string = KEY_REASONS[reason]) =>
    result.entries.push({ line, outcome: 'refused', reason, detail })
  const forms = watchForms(areAccounts)
  const seen = new Map<string, number>()
  let waiting: Line[] = []
  async function depositWaiting() {
    if (waiting.length === 0) return
    const { added, duplicates, soldBefore } = await deposit(waiting.map(({ key }) => key))
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
      if (waiting.length >= BATCH) await depositWaiting()
    }
  }
  await depositWaiting()
  result.entries.sort((a, b) => a.line - b.line)
  const refused = new Set(result.entries.map(({ line }) => line))
  result.odd = forms.odd().filter(({ line }) => !refused.has(line))
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
