// Where a shop that runs is reached, noted in its DATA_DIR: a command beside it prints links, and may not know its PORT.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const place = (dataDir: string) => join(dataDir, 'address')

/** `origin`: http://127.0.0.1:3000. What it answers takes the note away. One that a killed shop left is replaced by the next start. */
export async function noteAddress(dataDir: string, origin: string): Promise<() => Promise<void>> {
  await writeFile(place(dataDir), `${origin}\n`)
  return () => rm(place(dataDir), { force: true })
}

/** Undefined where no shop runs. */
export async function notedAddress(dataDir: string): Promise<string | undefined> {
  const text = (await readFile(place(dataDir), 'utf8').catch(() => '')).trim()
  return URL.canParse(text) ? text : undefined
}
