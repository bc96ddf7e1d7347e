// `npm run import -- FILE.csv …`: a supplier's feed into the shop, beside a running one or without it.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import { counted } from '#platform/counted.ts'
import type { Transaction } from '#platform/database/database.ts'
import { storedName } from '#platform/identity.ts'
import { machineUser } from '#platform/machine-user.ts'
import { openReport, type Report } from '#platform/report.ts'
import { fillCurrencies } from '#rooms/money/hands.ts'
import { beginProducts } from '#rooms/products/hands.ts'
import { type ImportSummary, importFeed } from './import.ts'
import { defaultMap, parseMap } from './map.ts'
import { REASONS, type Reason } from './remarks.ts'
import * as store from './store.ts'

const USAGE = `npm run import -- FILE.csv [--map MAP.json | --source NAME] [--dry-run] [--force] [--report FILE] [--by NAME]

  --map      how the file's columns become products (docs/import.md)
  --source   whose file it is, when it names its columns as docs/import.md says; "feed" unless told
  --dry-run  only say what would happen
  --force    go on although more than a tenth of the rows is refused, or of the goods is gone
  --report   every row that was refused, repaired or skipped, as CSV (FILE.csv) or JSON lines
  --by       who does it; without it the user of this machine

It ends with 0; with 2 when rows were refused or something was held back; with 1 when it could not be done.`

const HELD_BACK = {
  refused:
    'Stopped: more than a tenth of the rows was refused. Encoding, delimiter or columns may be wrong; --force goes on in spite of it.',
  vanished:
    'Nothing was taken off sale: more than a tenth of the goods of this source is not in the file. Is it whole? --force takes them off.',
  unreadable:
    'Nothing was taken off sale: a row that cannot be read may be what seems to be gone. --force takes it off.',
}

await runCommand('import', bringIn, { begins: true })

async function bringIn({ args, ground, say, path, stopping }: Command): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      map: { type: 'string' },
      source: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      report: { type: 'string' },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const [typed, ...more] = positionals
  if (typed === undefined || more.length > 0) throw new CommandError(`one file, please: ${USAGE.split('\n')[0]}`)
  if (values.map !== undefined && values.source !== undefined) throw new CommandError('--source is said by the map')
  const file = path(typed)
  const dryRun = values['dry-run']
  const size = (await stat(file)).size
  const given = values.map === undefined ? undefined : parseMap(await readFile(path(values.map), 'utf8'), values.map)
  const reportPath = values.report === undefined ? undefined : path(values.report)
  if (reportPath !== undefined && [file, values.map && path(values.map)].includes(reportPath))
    throw new CommandError('--report would overwrite what is read')

  const begun = performance.now()
  const { db, config } = await ground()
  // A shop that never ran has no currencies and no seller yet. Asked first: filling in tells every running shop.
  const ready = (await store.currencyRates(db)).length > 0 && (await store.shopSeller(db)) !== undefined
  const name = await storedName(db, config)
  const begin = async (tx: Transaction) => {
    await fillCurrencies(tx)
    await beginProducts(tx, name)
  }
  if (!ready && !dryRun) await db.transaction(begin)
  const report = await openReport(reportPath)
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: '{bar} {percentage} %  {eta_formatted}', clearOnComplete: true, hideCursor: true })
    : undefined
  bar?.start(size, 0)
  try {
    const summary = await importFeed({
      db,
      file,
      machineUser: machineUser(values.by),
      map: (header) => given ?? defaultMap(header, values.source ?? 'feed'),
      form: { delimiter: given?.delimiter ?? ',', encoding: given?.encoding ?? 'utf-8', escape: given?.escape ?? '"' },
      dryRun,
      asIf: ready ? undefined : begin,
      force: values.force,
      report,
      stopping,
      onProgress: (bytes) => bar?.update(bytes),
      onWaiting: (source) =>
        process.stderr.write(`import: another import of "${source}" is running; waiting for its end\n`),
    })
    bar?.stop()
    for (const line of summaryLines(summary, report, {
      dryRun,
      seconds: (performance.now() - begun) / 1000,
      name: basename(file),
    }))
      say(line)
    if (values.report !== undefined && report.counts.size > 0) say(`Every row of these is in ${values.report}`)
    if (summary.stopped) return 130
    return summary.refused > 0 || summary.heldBack ? 2 : 0
  } finally {
    bar?.stop()
    await report.close()
  }
}

function summaryLines(
  summary: ImportSummary,
  report: Report,
  run: { dryRun: boolean; seconds: number; name: string },
): string[] {
  const n = (count: number) => count.toLocaleString('en')
  const offers = (count: number) => counted(count, 'offer')
  const verb = run.dryRun ? 'Would load' : 'Loaded'
  const lines = [
    `${verb} ${run.name} as "${summary.source}": ${counted(summary.rows, 'row')} in ${run.seconds.toFixed(1)} s`,
    `  products  ${n(summary.created)} new, ${n(summary.changed)} changed, ${n(summary.unchanged)} unchanged, ${n(summary.refused)} refused`,
    `  offers    ${n(summary.offers)} new, ${n(summary.prices)} with another price`,
  ]
  if (summary.returned > 0) lines.push(`  in the file again, and on sale: ${offers(summary.returned)}`)
  if (summary.offSale > 0)
    lines.push(
      `  no longer in the file, and ${run.dryRun ? 'would be taken' : 'taken'} off sale: ${offers(summary.offSale)}`,
    )
  else if (summary.absent > 0)
    lines.push(`  stay as they are, though not in the file: ${counted(summary.absent, 'product')} of this source`)
  lines.push(...byName('made', summary.made), ...byName('left out', summary.skipped))
  const counts = [...report.counts].sort(([, a], [, b]) => a.outcome.localeCompare(b.outcome) || b.count - a.count)
  for (const [reason, { outcome, count }] of counts)
    lines.push(`  ${outcome.padEnd(8)} ${n(count).padStart(7)}  ${REASONS[reason as Reason].text}`)
  if (summary.heldBack) lines.push(HELD_BACK[summary.heldBack])
  if (summary.stopped) lines.push('Stopped before the end of the file. Run it again to go on.')
  return lines
}

/** `made      genre casual (134), category software (12)`: the most frequent first. */
function byName(what: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return []
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const shown = sorted.slice(0, 12).map(([name, rows]) => `${name} (${rows.toLocaleString('en')})`)
  const rest = sorted.length - shown.length
  return [`  ${what.padEnd(9)} ${shown.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`]
}
