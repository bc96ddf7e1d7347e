// What a backup says of itself. A folder: manifest.json, one compressed COPY per table, the jobs.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { refuseStopped } from '../stop-signals.ts'

export const MANIFEST = 'manifest.json'
export const JOBS = 'jobs.jsonl.gz'

const File = z.object({ rows: z.number().int(), sha256: z.string().length(64) })

const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Whose it is, and how far the journal was: what stands there later happened afterwards. */
  shop: z.uuid(),
  batch: z.number().int(),
  postgres: z.string(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  /** Keys of the keyring that something in it needs, by their short names. */
  keyring: z.array(z.object({ id: z.string(), what: z.string(), rows: z.number() })),
  tables: z.array(File.extend({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  jobs: File,
})
export type Manifest = z.infer<typeof Manifest>

export const tableFile = (name: string) => `${name}.copy.gz`

/** Reads the manifest and compares every file with its checksum; StartError says what is wrong with the backup. */
export async function readManifest(folder: string, stopping?: AbortSignal): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartError(`${folder} holds no backup: there is no ${MANIFEST} in it`)
  })
  const parsed = Manifest.safeParse(parse(text, folder))
  if (!parsed.success) throw new StartError(`${folder}: this version cannot read this ${MANIFEST}`)
  const manifest = parsed.data
  const files = [...manifest.tables.map(({ name, sha256 }) => ({ file: tableFile(name), sha256 }))]
  for (const { file, sha256 } of [...files, { file: JOBS, sha256: manifest.jobs.sha256 }]) {
    refuseStopped(stopping)
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, file)), hash).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${folder}: ${file} cannot be read (${error.code})`)
    })
    if (hash.digest('hex') !== sha256) throw new StartError(`${folder}: ${file} was changed or is not whole`)
  }
  return manifest
}

function parse(text: string, folder: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartError(`${folder}: ${MANIFEST} was changed or is not whole`)
  }
}
