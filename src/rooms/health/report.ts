// A text for whoever helps the operator: figures and names of the program's own, and nothing that opens, names or reaches
// anything. What is told of the configuration is listed here; all else is not.
import type { RoomConfig } from '#platform/room.ts'
import type { Seen } from './look.ts'
import { plainError } from './plain.ts'

export function writeReport(seen: Seen, config: RoomConfig, secrets: readonly string[]): string {
  const { versions, migrations, database, disk, journal, jobs } = seen
  const parts: [string, [string, unknown][]][] = [
    [
      'Program',
      [
        ['version', versions.program],
        ['node', versions.node],
        ['postgresql', versions.database],
        ['platform', `${process.platform} ${process.arch}`],
        ['migrations', `${migrations.applied} applied, ${migrations.missing} missing, latest ${migrations.latest}`],
        ['written at', new Date().toISOString()],
      ],
    ],
    ['State', [['ready', seen.ready], ...wrongOf(seen, secrets)]],
    [
      'Figures',
      [
        ['up since', seen.upSince],
        ['instances', seen.instances],
        ['workers', seen.workers],
        ['memory of this process', megabytes(process.memoryUsage.rss())],
        ['database', megabytes(database.bytes)],
        ['connections', `${database.connections} of ${database.mostConnections}`],
        ['disk free', disk ? `${megabytes(disk.free)} of ${megabytes(disk.size)}` : 'unknown'],
        ['last backup', seen.backupAt ?? 'none'],
        ['journal waits', journal.since ? `${journal.waiting} since ${journal.since}` : journal.waiting],
      ],
    ],
    ['Settings', settingsOf(config)],
    [
      `Jobs${jobs.isMore ? ' (the first of many)' : ''}`,
      jobs.tasks.map(({ task, waiting, later, running, dead }) => [
        task,
        `${waiting} waiting, ${later} later, ${running} running, ${dead} given up`,
      ]),
    ],
  ]
  const lines = parts.flatMap(([title, rows]) => [
    `== ${title}`,
    ...rows.map(([name, value]) => `${name}: ${value}`),
    '',
  ])
  return lines.join('\n')
}

/** They may name what people have named. */
const wrongOf = ({ wrong }: Seen, secrets: readonly string[]) =>
  wrong.map(({ line }): [string, string] => ['wrong', plainError(line, secrets)])

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

/** Numbers and switches; of what is an address or a secret only whether it is set. */
function settingsOf(config: RoomConfig): [string, unknown][] {
  const isSet = (value: unknown) => (value === undefined ? 'not set' : 'set')
  return [
    ['mode', config.mode],
    ['demo', config.demo],
    ['https', config.isHttps],
    ['database', config.databaseUrl === undefined ? 'embedded' : 'own server'],
    ['database connections of a process', config.databasePool],
    ['prepared statements', config.databasePrepared],
    ['worker here', config.worker],
    ['jobs at a time', config.workerConcurrency],
    ['seconds to drain', config.drainSeconds],
    ['mail server', isSet(config.smtpUrl)],
    ['keys of the keyring', config.vaultKeys ? `${config.vaultKeys.length} in the environment` : 'in a file'],
    ['second journal', isSet(config.journalDir)],
    ['cache in front', isSet(config.purge)],
    ['figures by token', isSet(config.metricsToken)],
    ['figures by port', isSet(config.metricsPort)],
    ['proxies in front', config.trustedProxies.length],
    ['header of countries', isSet(config.countryHeader)],
    ['log level', config.logLevel],
    ...Object.entries(config.retention).map(([kind, days]): [string, string] => [`kept: ${kind}`, `${days} days`]),
  ]
}
