// The embedded server's logs: PostgreSQL begins new files and removes none.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const LOGS_KEPT = 10
const LOOKED_AT_MS = 600_000

/** Keeps the newest; answers what ends that. */
export async function dropOldLogs(home: string): Promise<() => void> {
  const timer = setInterval(() => void drop(home), LOOKED_AT_MS).unref()
  await drop(home)
  return () => clearInterval(timer)
}

async function drop(home: string): Promise<void> {
  const folder = join(home, 'log')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^server-\d{8}-\d{6}\.log$/.test(name))
  for (const name of names.sort().slice(0, -LOGS_KEPT)) await rm(join(folder, name), { force: true })
}
