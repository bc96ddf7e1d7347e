// `npm run keys -- import SKU FILE`, `count SKU`, `reseal` and `release`: beside a running shop or without it.

import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import { counted } from '#platform/counted.ts'
import type { Database } from '#platform/database/database.ts'
import { machineUser } from '#platform/machine-user.ts'
import { openReport } from '#platform/report.ts'
import { audit } from '#rooms/audit/hands.ts'
import { KEY_REASONS, type KeyReason } from '../limits.ts'
import { releaseKeys } from '../release.ts'
import { reseal } from '../reseal.ts'
import { importKeys, OddLines } from './import.ts'
import { nearCodes } from './near-codes.ts'
import * as store from './store.ts'

const USAGE = `npm run keys -- import SKU FILE [--offer-seller NAME] [--odd] [--report FILE] [--by NAME]
npm run keys -- count SKU
npm run keys -- reseal [--by NAME]
npm run keys -- release SKU | --all [--by NAME]

  import          one key per line into stock for the shop's offer of the SKU: the whole file or nothing
  --offer-seller  for another seller's offer, by any name that he has had
  --odd           also lines that look different from the others: without it nothing comes in where there are such
  --report        lines that were refused and why, never a key, as CSV (FILE.csv) or JSON lines
  count           how many keys are available, reserved and sold
  reseal          seals what is to last with the newest key of the keyring; then the older ones may be dropped
  release         puts on sale again what a restore without its journal holds back, after you made sure of it
  --by            who does it; without it the user of this machine`

await runCommand('keys', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      'offer-seller': { type: 'string' },
      odd: { type: 'boolean', default: false },
      report: { type: 'string' },
      all: { type: 'boolean', default: false },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, sku, file, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  const by = machineUser(values.by)
  if (task === 'count' && sku !== undefined && file === undefined) return count(command, sku)
  if (task === 'import' && sku !== undefined && file !== undefined && more.length === 0)
    return bringIn(command, {
      ...{ sku, file, seller: values['offer-seller'] ?? null, takesOdd: values.odd },
      ...{ report: values.report, by },
    })
  if (task === 'reseal' && sku === undefined) return resealAll(command, by)
  if (task === 'release' && (sku === undefined) === values.all && file === undefined)
    return release(command, sku ?? null, by)
  throw new CommandError(`this is no task of mine: ${USAGE.split('\n').slice(0, 4).join('  or  ')}`)
})

async function resealAll({ ground, say, stopping }: Command, by: string): Promise<number> {
  const { db, keyring } = await ground()
  const { keys, mails, authenticators, left } = await reseal(db, keyring, stopping)
  if (keys + mails + authenticators > 0)
    await db.transaction((tx) =>
      audit(tx, {
        ...{ by: { machineUser: by }, act: 'keys.reseal', subject: { kind: 'keys', id: 'all' } },
        after: { keys, mails, authenticators },
      }),
    )
  const n = (count: number) => count.toLocaleString('en')
  say(
    `Sealed anew with key ${keyring.ids[0]}: ${counted(keys, 'key')}, ${counted(mails, 'mail')}, ${counted(authenticators, 'secret')} of authenticator apps`,
  )
  for (const { id, what, rows } of left) say(`  still sealed with key ${id}: ${what} (${n(rows)})`)
  if (stopping.aborted && left.length > 0) {
    say('Stopped before the end. Run it again to go on.')
    return 130
  }
  if (left.length > 0) {
    say('A shop that does not know the newest key still seals: restart all of them and run this again.')
    return 1
  }
  if (keyring.ids.length > 1) {
    say(`Nothing that is to last needs ${keyring.ids.slice(1).join(', ')} any more: drop it, and restart.`)
    say(
      'What ends with it: links to orders that it signed (/order mails a fresh one), and of the last day files of lists and links into the office, which can be made anew.',
    )
  }
  return 0
}

async function release({ ground, say }: Command, sku: string | null, by: string): Promise<number> {
  const { db } = await ground()
  if (sku !== null) await mustExist(db, sku)
  const offers = await releaseKeys(db, sku, by)
  const keys = offers.reduce((sum, offer) => sum + offer.keys, 0)
  say(keys === 0 ? 'No key was held back.' : `On sale again: ${counted(keys, 'key')}.`)
  return 0
}

interface Bringing {
  sku: string
  file: string
  seller: string | null
  takesOdd: boolean
  report: string | undefined
  by: string
}

async function bringIn(
  command: Command,
  { sku, file: typed, seller, takesOdd, report: typedReport, by }: Bringing,
): Promise<number> {
  const { say, path } = command
  const file = path(typed)
  await access(file, constants.R_OK)
  const reportPath = typedReport === undefined ? undefined : path(typedReport)
  if (reportPath === file) throw new CommandError('--report would overwrite the file of keys')
  const { db, keyring } = await command.ground()
  const offer = await findOffer(db, sku, seller)
  // Opened first: a report that cannot be written is said before anything is done.
  const report = await openReport(reportPath)
  try {
    const result = await importKeys({
      db,
      keyring,
      skuCode: sku,
      offerId: offer.offerId,
      file,
      source: `file ${basename(file)}`.slice(0, 200),
      machineUser: by,
      refusesOdd: !takesOdd,
    }).catch((error) => {
      if (error instanceof OddLines) for (const entry of error.entries) report.add(entry)
      throw error
    })
    for (const entry of result.entries) report.add(entry)
    const n = (count: number) => count.toLocaleString('en')
    say(
      `${sku} (${offer.seller}): ${n(result.added)} of ${n(result.lines)} keys added, ${n(result.entries.length)} refused`,
    )
    for (const [reason, { count }] of report.counts)
      say(`  ${n(count).padStart(7)}  ${KEY_REASONS[reason as KeyReason]}`)
    if (!offer.active) say('The offer is not on sale: shoppers do not see these keys until it is.')
    if (typedReport !== undefined && result.entries.length > 0) say(`Every line of these is in ${typedReport}`)
    return result.entries.length > 0 ? 2 : 0
  } finally {
    await report.close()
  }
}

async function findOffer(db: Database, sku: string, seller: string | null): Promise<store.KeyOffer> {
  const name = seller?.trim() ?? null
  if (name !== null && !(await store.knowsSeller(db, name))) {
    await mustExist(db, sku)
    throw new CommandError(`the shop has no seller "${seller}"${await offersOf(db, sku)}`)
  }
  const offer = await store.offerOf(db, sku, name)
  const whose = seller === null ? 'the shop' : `"${seller}"`
  if (offer?.backing === 'supplier')
    throw new CommandError(`the offer of ${whose} for ${sku} is stocked by its supplier, not by keys`)
  if (offer) return offer
  await mustExist(db, sku)
  throw new CommandError(`${sku} has no offer of ${whose}${await offersOf(db, sku)}`)
}

async function offersOf(db: Database, sku: string): Promise<string> {
  const sellers = (await store.countKeys(db, sku)).map((row) => `"${row.seller}"`)
  return sellers.length > 0 ? `; ${sku} has offers of ${sellers.join(', ')}` : `; ${sku} has no price yet`
}

async function mustExist(db: Database, sku: string): Promise<void> {
  if (await store.skuExists(db, sku)) return
  const near = nearCodes(sku, await store.skuCodes(db))
  throw new CommandError(`there is no SKU ${sku}${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`)
}

async function count({ ground, say }: Command, sku: string): Promise<number> {
  const { db } = await ground()
  await mustExist(db, sku)
  const rows = await store.countKeys(db, sku)
  if (rows.length === 0) say(`${sku}: no offer, so no keys`)
  for (const row of rows) {
    if (row.backing === 'supplier') say(`${sku} (${row.seller}): stocked by its supplier, no keys here`)
    else
      say(
        `${sku} (${row.seller}): ${row.available} available, ${row.reserved} reserved, ${row.sold} sold${row.withheld + row.retired > 0 ? `, ${row.withheld} held back, ${row.retired} never sold again` : ''}`,
      )
  }
  return 0
}
