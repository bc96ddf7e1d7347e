// How the shop is at this moment: what this process knows of itself, and what the database knows of all.
import { readFile, statfs } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'
import { knownMigrations } from '#platform/database/migrate.ts'
import { livingPools } from '#platform/jobs/pools.ts'
import { type QueuedTask, queuedTasks } from '#platform/jobs/queue.ts'
import type { House } from '#platform/room.ts'
import { MOST_ENTRIES, MOST_JOBS } from './limits.ts'
import { aboutOf } from './readiness.ts'
import * as store from './store.ts'

type Looking = Pick<House, 'db' | 'config' | 'health'>

export type Look = ReturnType<typeof createLook>
export type Seen = Awaited<ReturnType<Look>>

export function createLook({ db, config, health }: Looking) {
  const known = knownMigrations()
  const program = programVersion()
  // Whoever never asks is not told by a process that ends.
  known.catch(() => {})
  program.catch(() => {})
  return async () => {
    const [{ ready, lines }, facts, disk, jobs, shared] = await Promise.all([
      health(),
      store.databaseFacts(db),
      diskOf(config.dataDir),
      jobsOf(db),
      sharedFacts(db),
    ])
    const all = await known
    const applied = new Set(shared.applied)
    return {
      ready,
      wrong: lines.map((line) => ({ about: aboutOf(line), line })),
      versions: { program: await program, node: process.version, database: facts.version },
      migrations: {
        applied: applied.size,
        missing: all.filter(({ createdAt }) => !applied.has(createdAt)).length,
        latest: all.find(({ createdAt }) => createdAt === shared.applied[0])?.tag ?? '',
      },
      database: { bytes: facts.bytes, connections: facts.connections, mostConnections: facts.mostConnections },
      disk,
      backupAt: shared.backupAt?.toISOString() ?? null,
      journal: { waiting: shared.journal.waiting, since: shared.journal.since?.toISOString() ?? null },
      upSince: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
      instances: facts.instances,
      workers: shared.workers,
      jobs,
    }
  }
}

async function sharedFacts(db: Database) {
  const [applied, journal, backupAt, workers] = await Promise.all([
    store.appliedMigrations(db),
    store.journalWaits(db, MOST_ENTRIES),
    store.lastBackup(db),
    livingPools(db),
  ])
  return { applied, journal, backupAt, workers }
}

async function jobsOf(db: Database) {
  const tasks = await queuedTasks(db, MOST_JOBS)
  const sum = (count: (task: QueuedTask) => number) => tasks.reduce((all, task) => all + count(task), 0)
  const living = sum(({ waiting, later, running }) => waiting + later + running)
  return {
    isMore: living >= MOST_JOBS || sum(({ dead }) => dead) >= MOST_JOBS,
    tasks: tasks.map(({ oldest, ...one }) => ({ ...one, oldest: oldest?.toISOString() ?? null })),
  }
}

/** Null where the machine does not say. */
async function diskOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}

async function programVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
