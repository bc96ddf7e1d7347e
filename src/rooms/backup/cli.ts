// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, for the embedded database and any other.
import { parseArgs } from 'node:util'
import { draftsBeside } from '#platform/backup/drafts.ts'
import { dump } from '#platform/backup/dump.ts'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import { counted } from '#platform/counted.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/log.ts'
import { openDatabaseServer } from '#platform/platform.ts'
import { noteBackup } from '#rooms/health/hands.ts'
import { type RestoreOptions, restore } from './restore.ts'

const USAGE = `npm run backup -- FOLDER
npm run restore -- FOLDER [--force] [--journal FOLDER]… [--trust-journal] [--by NAME]

  backup           the database as it is at one moment, into a new or empty folder, while the shop sells
  restore          a backup into the database; the shop must be stopped
  --force          replace what is in the database
  --journal        a further folder with files of the journal; DATA_DIR/journal and JOURNAL_DIR are always read
  --trust-journal  the journal is whole although it ends long ago: the shop has not run since
  --by             who restores; without it the user of this machine`

await runCommand(process.argv[2] === 'restore' ? 'restore' : 'backup', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      journal: { type: 'string', multiple: true, default: [] },
      'trust-journal': { type: 'boolean', default: false },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, folder, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (folder === undefined || more.length > 0)
    throw new CommandError(`which folder? ${USAGE.split('\n').slice(0, 2).join('  or  ')}`)
  if (task === 'backup') return take(command, command.path(folder))
  const { force, journal, 'trust-journal': trustJournal, by } = values
  return bringBack(command, {
    folder: command.path(folder),
    force,
    journals: journal.map(command.path),
    trustJournal,
    by,
    stopping: command.stopping,
  })
})

async function take({ config, say, stopping }: Command, folder: string): Promise<number> {
  const { directUrl, embedded } = await openDatabaseServer(config, { begins: false })
  try {
    // Before it is begun: they may be why the disk has no room for it.
    for (const { path, at } of await draftsBeside(folder))
      say(
        `${path} is no whole backup: one that was killed has left it, or another still writes it (the last time at ${at.toISOString()}). If none is under way, delete it.`,
      )
    const manifest = await dump(directUrl, folder, stopping)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const isNoted = await note(directUrl, { takenAt: manifest.takenAt, rows })
    say(
      `${counted(rows, 'row')} of ${manifest.tables.length} tables and ${counted(manifest.jobs.rows, 'job')}, as of ${manifest.takenAt}, are in ${folder}`,
    )
    if (manifest.keyring.length > 0)
      say(
        `They open only with ${[...new Set(manifest.keyring.map(({ id }) => `key ${id}`))].join(', ')} of the keyring, which is not in it.`,
      )
    if (!isNoted) say('That it was taken could not be noted in the database: the back office does not know of it.')
    return 0
  } finally {
    await embedded?.stop()
  }
}

/** For the back office. The backup is whole without it: the database may be read-only, or of another version. */
async function note(directUrl: string, backup: { takenAt: string; rows: number }): Promise<boolean> {
  const db = openDatabase(directUrl, { log: createLog('silent'), size: 1, name: 'latchkey backup' })
  try {
    await noteBackup(db, backup)
    return true
  } catch {
    return false
  } finally {
    await db.close()
  }
}

async function bringBack({ config, say }: Command, options: RestoreOptions): Promise<number> {
  const { manifest, journal, retired, ordersGone, erased, withheld } = await restore(
    config,
    createLog('silent'),
    options,
  )
  say(`The shop is as it was at ${manifest.takenAt}.`)
  if (journal.files > 0) say(`The journal tells of ${counted(retired, 'key')} sold afterwards, never to be sold again.`)
  if (ordersGone.length > 0) {
    say(
      `It names ${counted(ordersGone.length, 'order')} not in the backup. Each buyer has his keys and has paid: see \`restore.ordersGone\` in docs/operate.md. By id:`,
    )
    for (const id of ordersGone) say(`  ${id}`)
  }
  if (erased > 0)
    say(
      `It tells of ${counted(erased, 'account')} closed afterwards: nobody signs in to what is closed, and what came back of it is deleted when the shop starts, before it serves anybody.`,
    )
  if (journal.gap !== undefined) say(`The journal is not whole: ${journal.gap}.`)
  if (journal.gap !== undefined && !options.trustJournal)
    say(
      'Whoever closed his account since the backup may be back, and nobody knows who: see `restore.erasures` in docs/operate.md.',
    )
  if (withheld > 0)
    say(
      `Held back: ${counted(withheld, 'key')} free at that time, of which nobody knows what was sold since. Make sure, then put on sale what was not: npm run keys -- release SKU, or --all`,
    )
  return 0
}
