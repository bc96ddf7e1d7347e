// Commands that an operator runs beside the shop or without it: the same configuration, the same ground, one clear line
// and an exit code for everything that is the operator's to mend.
import { join, resolve } from 'node:path'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { isDatabaseAway } from './database/connection.ts'
import { mayBeDone } from './database/database.ts'
import { stopEmbeddedNow } from './database/embedded.ts'
import { littleRoom } from './database/little-room.ts'
import { HalfDone } from './half-done.ts'
import { createLog, type Log } from './log.ts'
import { type Ground, openGround } from './platform.ts'
import { StartError } from './start-error.ts'
import { onStopSignals, Stopped } from './stop-signals.ts'

/** The operator's to mend; shown as one line, without a stack. */
export class CommandError extends Error {}

export interface Command {
  args: string[]
  config: Config
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP: end after what is under way, with 130 or by throwing Stopped. */
  stopping: AbortSignal
  /** Opened when first asked for, closed when the command ends. */
  ground(): Promise<Ground>
  say(line: string): void
  /** A path as the operator typed it: npm runs scripts in the project's folder, whatever folder they stand in. */
  path(typed: string): string
}

/** A line of each of the first, and one where there are more of them, for which `rows` has one more. */
export async function sayFirst<Row>(
  say: Command['say'],
  { rows, most }: { rows: readonly Row[]; most: number },
  lineOf: (row: Row) => string | Promise<string>,
): Promise<void> {
  for (const row of rows.slice(0, most)) say(await lineOf(row))
  if (rows.length > most) say(`these are the first ${most}: there are more`)
}

/** Runs the process: `work` answers the exit code. `begins`: it may come before the first start of a shop. */
export async function runCommand(
  name: string,
  work: (command: Command) => Promise<number>,
  { begins = false } = {},
): Promise<never> {
  let ground: Promise<Ground> | undefined
  let code = 1
  let config: Config | undefined
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const complain = async (error: unknown) => {
    for (const line of [...explain(error), ...(await explainRoom(error, config))])
      process.stderr.write(`${name}: ${line}\n`)
  }
  const output = watchOutput()
  onStopSignals(stop, (code) => void stopEmbeddedNow().finally(() => process.exit(code)))
  try {
    const read = parseConfig(process.env)
    config = read
    const open = () => {
      ground ??= openGround(read, warnings(name), name, { begins })
      return ground
    }
    code = await work({
      args: process.argv.slice(2),
      config: read,
      stopping: stopping.signal,
      ground: open,
      say: (line) => process.stdout.write(`${line}\n`),
      path: (typed) => resolve(process.env.INIT_CWD ?? process.cwd(), typed),
    })
  } catch (error) {
    if (isStopped(error)) code = 130
    await complain(error)
  }
  // What could not be opened was said above.
  const opened = await ground?.catch(() => undefined)
  await opened?.close().catch((error) => {
    code ||= 1
    return complain(error)
  })
  const lost = await output.lost()
  if (lost) {
    code ||= 1
    await complain(lost)
  }
  // Work that ended before its end has said so; all else is done, whatever was asked meanwhile.
  process.exit(code)
}

/** What was begun is done also where nobody hears of it. */
function watchOutput() {
  let failure: NodeJS.ErrnoException | undefined
  process.stdout.on('error', (error) => {
    failure ??= error
  })
  // There is nobody left to tell.
  process.stderr.on('error', () => {})
  return {
    /** Once all is written: why some of it could not be. Whoever reads may stop early (`… | head`). */
    async lost(): Promise<CommandError | undefined> {
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
      const { code = '' } = failure ?? {}
      if (!failure || code === 'EPIPE') return undefined
      return new CommandError(`what it has to say could not be written: ${FILE_TROUBLE[code] ?? code}`)
    },
  }
}

/** What the shop's log would warn of, as lines for whoever waits for the command. */
const warnings = (name: string): Log =>
  createLog('warn', { write: (line) => void process.stderr.write(`${name}: ${JSON.parse(line).msg}\n`) })

const FILE_TROUBLE: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of this path is not a folder',
  EACCES: 'it may not be opened by this user',
  ENOSPC: 'the disk is full',
}

const DATABASE_TROUBLE: Record<string, string> = {
  '57P01': 'the database was stopped meanwhile',
  ECONNRESET: 'the database went away',
  ECONNREFUSED: 'the database went away',
  '53100': 'the disk of the database is full',
  '53300':
    'the database has no room for another connection: end what holds them (pg_stat_activity shows whose they are), or raise its limit (of the server, the database or the role)',
  '57014': 'the database ended a statement, which took too long',
  '42501': 'the database user may not do this',
}

const isStopped = (error: unknown): boolean =>
  error instanceof Stopped || (error instanceof HalfDone && isStopped(error.cause))

/** Lines for the operator. Never the values of a statement, which may be secrets: a database error keeps only its code and name. */
export function explain(error: unknown): string[] {
  if (error instanceof HalfDone) {
    const broken = brokenOff(error.cause)
    if (!broken) return [...explain(error.cause), error.advice]
    // Its last step may have been done, and then the advice for what was not would mislead.
    return [`${broken.what}; ${mayBeDone(error.cause) ? broken.advice : error.advice}`]
  }
  if (error instanceof ConfigError) return error.reasons
  if (error instanceof CommandError || error instanceof StartError) return [error.message]
  const { code, path, syscall, message, stack, severity, constraint } = error as NodeJS.ErrnoException & {
    severity?: string
    constraint?: string
  }
  if (code?.startsWith('ERR_PARSE_ARGS')) return [(message ?? '').split('. ')[0]!]
  // Of a file that was open already nobody knows the name: a disk that is full is one that it was written to.
  if (code && syscall && syscall !== 'connect' && FILE_TROUBLE[code])
    return [path || code !== 'ENOSPC' ? `${path ?? 'the file'}: ${FILE_TROUBLE[code]}` : FILE_TROUBLE[code]]
  const broken = brokenOff(error)
  if (broken) return [`${broken.what}; ${broken.advice}`]
  if (severity) return [`the database refuses: ${message} (${[code, constraint].filter(Boolean).join(', ')})`]
  return [stack ?? String(error)]
}

/** As `explain` for a start of the shop, which ends by itself what one before it began. */
export function explainStart(error: unknown): string[] {
  const broken = brokenOff(error)
  return broken ? [`${broken.what}; once that is mended, start it again`] : explain(error)
}

/** A line more where the embedded database went away because its disk is full: it cannot say so itself. */
export async function explainRoom(error: unknown, config: Config | undefined): Promise<string[]> {
  if (!config || config.databaseUrl || !isDatabaseAway(error instanceof HalfDone ? error.cause : error)) return []
  const room = await littleRoom(join(config.dataDir, 'postgres'))
  return room ? [room] : []
}

/** What has come between, and what to do where nothing is known of how far it was. */
function brokenOff(error: unknown): { what: string; advice: string } | undefined {
  if (error instanceof Stopped) return { what: 'stopped before its end', advice: 'it leaves nothing half done' }
  if (error instanceof CommandError || error instanceof StartError) return undefined
  const { code, syscall, message, severity } = error as NodeJS.ErrnoException & { severity?: string }
  const trouble = databaseTrouble(code, severity ? '' : message, syscall)
  if (mayBeDone(error))
    return {
      what: trouble ?? 'the database went away',
      advice: 'whether it was done is not known: look at what is there before you run it again',
    }
  return trouble ? { what: trouble, advice: 'run it again, nothing is half done' } : undefined
}

/** `message`: empty where it is the words of the database itself. */
function databaseTrouble(code = '', message = '', syscall = ''): string | undefined {
  if (DATABASE_TROUBLE[code]) return DATABASE_TROUBLE[code]
  if (message === 'Query read timeout') return 'the database did not answer a statement in time'
  // Its socket may be a file, which is gone with it.
  return syscall === 'connect' || /terminated|timeout exceeded/i.test(message) ? 'the database went away' : undefined
}
