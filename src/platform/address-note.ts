// Where a shop that runs is reached on its machine, noted in its DATA_DIR: a command beside it prints links, and may not know its PORT.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

const ANSWER_MS = 2_000

const place = (dataDir: string) => join(dataDir, 'address')

const read = async (dataDir: string) => (await readFile(place(dataDir), 'utf8').catch(() => '')).trim()

/**
 * `address`: http://127.0.0.1:3000. What it answers takes the note away, unless another shop of this DATA_DIR has written its own
 * meanwhile. A shop that cannot write it sells all the same.
 */
export async function noteAddress(dataDir: string, address: string, log: Log): Promise<() => Promise<void>> {
  await writeFile(place(dataDir), `${address}\n`).catch((error) =>
    log.warn({ error: error.code }, 'the address of this shop could not be noted in DATA_DIR'),
  )
  return async () => {
    if ((await read(dataDir)) === address) await rm(place(dataDir), { force: true })
  }
}

/** Undefined where no shop answers: one that was killed leaves its note. */
export async function notedAddress(dataDir: string): Promise<string | undefined> {
  const address = await read(dataDir)
  if (!URL.canParse(address)) return undefined
  const isAlive = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isAlive ? address : undefined
}
