// A feed into the shop: read, checked, and placed batch by batch. Each batch is one transaction of whole products, so a
// crash leaves a consistent shop with some batches in it, and the next run goes on from there by itself.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Report } from '#platform/report.ts'
import { refuseStopped } from '#platform/stop-signals.ts'
import { auditFeed, placeBatch } from './batch.ts'
import { type BatchContext, skuCode } from './compare.ts'
import { type FeedRow, Refusal } from './feed-row.ts'
import { type FeedMap, isHeaderAgain } from './map.ts'
import { openImport } from './opening.ts'
import { type CsvForm, type CsvRecords, openFeed } from './records.ts'
import { REASONS, type Reason } from './remarks.ts'
import { readRow } from './rows.ts'
import type { Shelf } from './shelf.ts'
import * as store from './store.ts'

/**
 * Rows per transaction. Up to 500 products, the database names them one by one to the running shops, which then read
 * just these; more, and every shop would read its whole catalogue again after each batch.
 */
export const BATCH_ROWS = 500

/** More of the rows refused, or of the goods gone, and nobody believes the file without a second look. */
const MOST_LOST = 0.1

/** Whatever stands where the reference would, it may be no reference: these rows may be any of the goods that seem to be gone. */
const WITHOUT_REF: ReadonlySet<string> = new Set([
  'broken',
  'columns',
  'no-reference',
  'bad-reference',
] satisfies Reason[])

export interface ImportOptions {
  db: Database
  file: string
  /** Who imports it. */
  machineUser: string
  map: (header: readonly string[]) => FeedMap
  form: CsvForm
  dryRun: boolean
  /** What a dry run takes as done in the shop, and is not: written, read and undone before it begins. */
  asIf?: (tx: Transaction) => Promise<void>
  /** Goes on although more than a tenth of the rows is refused or of the goods is gone. */
  force?: boolean
  report: Report
  stopping?: AbortSignal
  onWaiting?: (source: string) => void
  /** Bytes of the file that are done. */
  onProgress?: (bytes: number) => void
}

export interface ImportSummary {
  source: string
  rows: number
  created: number
  changed: number
  unchanged: number
  refused: number
  /** Offers made, and offers whose price changed. */
  offers: number
  prices: number
  /** Offers that an earlier import took off sale and the file holds again. */
  returned: number
  /** Facet values and categories made, and words that the shop does not know and that were left out, with how many rows have them. */
  made: ReadonlyMap<string, number>
  skipped: ReadonlyMap<string, number>
  /** Products of this source that the file does not hold. */
  absent: number
  /** Their offers that were taken off sale. */
  offSale: number
  /** Why it stopped, or took nothing off sale: that looks like a fault of the file. */
  heldBack?: 'refused' | 'vanished' | 'unreadable'
  /** Ended before the end of the file, because it was asked to. */
  stopped: boolean
}

export async function importFeed(options: ImportOptions): Promise<ImportSummary> {
  const { header, records } = await openFeed(options.file, options.form)
  const map = options.map(header)
  if (options.dryRun) return run(options, map, header, records)
  // The lock's transaction does nothing else; what the batches did must not be done again when only it fails.
  let outcome: { summary: ImportSummary } | { error: unknown } | undefined
  await options.db.transaction(async (tx) => {
    await takeTurn(tx, map.source, options)
    outcome ??= await run(options, map, header, records).then(
      (summary) => ({ summary }),
      (error: unknown) => ({ error }),
    )
  })
  if (!outcome) throw new Error('the import did not run')
  if ('error' in outcome) throw outcome.error
  return outcome.summary
}

async function run(
  options: ImportOptions,
  map: FeedMap,
  header: string[],
  records: AsyncGenerator<CsvRecords>,
): Promise<ImportSummary> {
  const { db, report, dryRun } = options
  const { plan, shelf, sellerId } = await openImport(options, map, header)
  const by = { machineUser: options.machineUser, file: basename(options.file) }
  const context = {
    db,
    by,
    map,
    shelf,
    dryRun,
    sellerId,
    promised: new Set<string>(),
  }
  const summary: ImportSummary = {
    source: map.source, rows: 0, created: 0, changed: 0, unchanged: 0, refused: 0, offers: 0, prices: 0, returned: 0, made: shelf.made,
    skipped: shelf.skipped, absent: 0, offSale: 0, stopped: false,
  } // biome-ignore format: a list of nothings
  const lines = new Map<string, number>()
  /** References of rows that were refused: their goods are not gone. */
  const refusedRefs = new Set<string>()
  let unreadable = 0
  let batch: FeedRow[] = []

  const remark = (line: number, ref: string | undefined, reason: string, detail: string) => {
    const { outcome } = REASONS[reason as Reason]
    report.add({ line, ref, outcome, reason, detail })
    if (outcome === 'refused') summary.refused++
  }
  const tooManyRefused = () => !options.force && summary.refused > summary.rows * MOST_LOST
  /** Whether it goes on: the shop may have no place for what the rows need. */
  async function place(): Promise<boolean> {
    if (batch.length === 0) return true
    await shelf.ready(batch)
    const placed: FeedRow[] = []
    for (const row of batch) {
      const facet = shelf.missingFacet(row)
      if (!shelf.hasCategory(row.category.code)) remark(row.line, row.ref, 'many-categories', row.category.code)
      else if (facet !== undefined) remark(row.line, row.ref, 'many-facets', facet)
      else placed.push(row)
    }
    if (tooManyRefused()) return false
    shelf.countMade(placed)
    const { remarks, ...counts } = await placeBatch(context, placed)
    for (const { row, reason, detail } of remarks) remark(row.line, row.ref, reason, detail)
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) summary[key] += counts[key]
    batch = []
    return true
  }

  for await (const { records: some, bytes } of records) {
    for (const { line, fields, trouble } of some) {
      if (isHeaderAgain(fields, header, map, `${options.file}: line ${line}`)) {
        remark(line, undefined, 'header-again', 'the names of the columns, once more')
        continue
      }
      summary.rows++
      try {
        if (trouble) throw new Refusal('broken', trouble)
        const { row, remarks } = readRow(line, fields, plan)
        const first = lines.get(row.ref)
        if (first !== undefined) throw new Refusal('duplicate-reference', `it stands on line ${first} already`)
        settle(row, shelf)
        lines.set(row.ref, line)
        for (const [reason, detail] of remarks) remark(line, row.ref, reason, detail)
        batch.push(row)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const ref = (fields[plan.places.get(map.ref)!] ?? '').trim().slice(0, 100)
        remark(line, ref || undefined, error.reason, error.message)
        if (ref) refusedRefs.add(ref)
        if (WITHOUT_REF.has(error.reason)) unreadable++
      }
      // Rows that are refused fill no batch.
      if (batch.length < BATCH_ROWS && summary.rows % BATCH_ROWS !== 0) continue
      if (tooManyRefused()) return { ...summary, heldBack: 'refused' }
      if (batch.length === BATCH_ROWS && !(await place())) return { ...summary, heldBack: 'refused' }
      if (options.stopping?.aborted) return { ...summary, stopped: true }
      await report.drained()
    }
    options.onProgress?.(bytes)
  }
  if (tooManyRefused() || !(await place())) return { ...summary, heldBack: 'refused' }
  const inFile = [...new Set([...lines.keys(), ...refusedRefs])]
  summary.absent = await store.absentProducts(db, map.source, inFile)
  if (map.absent === 'off-sale') {
    const held = { unreadable: options.force ? 0 : unreadable, share: options.force ? 1 : MOST_LOST }
    Object.assign(summary, await takeOffSale(context, inFile, held))
  }
  return summary
}

/** Gives the row's facets the shop's codes. Refuses a region that the shop does not know: nobody can say where its keys work. */
function settle(row: FeedRow, shelf: Shelf): void {
  if (row.region) {
    const region = shelf.region(row.region)
    if (!region)
      throw new Refusal('unknown-region', `"${row.region.word ?? row.region.code}": map it to a region of the shop`)
    row.region = region
  }
  row.platforms = shelf.resolve('platform', row.platforms)
  row.genres = shelf.resolve('genre', row.genres)
  row.languages = shelf.resolve('language', row.languages)
}

/** A row that cannot be read may be any of the goods that seem to be gone; and a feed that lost much lost it by mistake. */
async function takeOffSale(
  context: BatchContext,
  inFile: string[],
  limits: { unreadable: number; share: number },
): Promise<Pick<ImportSummary, 'offSale' | 'heldBack'>> {
  const { db, map, sellerId, dryRun } = context
  const refs = await store.refsOnSale(db, map.source, sellerId)
  const skuCodes = refs.map((ref) => skuCode(map.source, ref))
  const held = new Set(inFile)
  const feed = { source: map.source, refs, skuCodes, inFile: refs.map((ref) => held.has(ref)), sellerId }
  const { total, absent } = await store.absentOffers(db, feed)
  if (absent.length === 0) return { offSale: 0 }
  if (limits.unreadable > 0) return { offSale: 0, heldBack: 'unreadable' }
  if (absent.length > total * limits.share) return { offSale: 0, heldBack: 'vanished' }
  if (dryRun) return { offSale: absent.length }
  let offSale = 0
  for (let from = 0; from < absent.length; from += BATCH_ROWS)
    offSale += await db.transaction(async (tx) => {
      const count = await store.takeOffSale(tx, absent.slice(from, from + BATCH_ROWS))
      await auditFeed(tx, context, { offSale: count })
      return count
    })
  return { offSale }
}

/** One import of a source at a time: the second waits, and then finds its work done. */
async function takeTurn(tx: Transaction, source: string, { onWaiting, stopping }: ImportOptions): Promise<void> {
  await store.keepIdle(tx)
  const key = createHash('sha256').update(source).digest().readInt32BE()
  for (let attempt = 0; !(await store.tryLockSource(tx, key)); attempt++) {
    if (attempt === 0) onWaiting?.(source)
    refuseStopped(stopping)
    await pause(200)
  }
}
