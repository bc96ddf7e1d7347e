// A backup is written into a folder beside the one that it will be. Who writes it may be killed, and leaves it.
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { StartError } from '../start-error.ts'
import { JOBS, MANIFEST, tableFile } from './manifest.ts'

/** A folder beside it for its owner alone: it holds names and addresses of people. */
export async function draftOf(folder: string): Promise<string> {
  try {
    await makeFolder(dirname(folder), 0o700)
    return await mkdtemp(`${folder}.part-`)
  } catch (error) {
    throw new StartError(`${folder} cannot be made (${(error as NodeJS.ErrnoException).code})`)
  }
}

interface Draft {
  path: string
  /** When something was last written into it. */
  at: Date
}

/**
 * What other backups write beside this one, of whatever name, or have left. Which of both, nothing tells for sure: the disk may be
 * another machine's, too. So they are named and not removed.
 */
export async function draftsBeside(folder: string): Promise<Draft[]> {
  const parent = dirname(folder)
  const names = await readdir(parent).catch((): string[] => [])
  const looked = names.filter((name) => /\.part-\w{6}$/.test(name)).map((name) => draftAt(join(parent, name)))
  return (await Promise.all(looked)).filter((draft) => draft !== undefined)
}

const isOfBackup = (name: string) => name.endsWith(tableFile('')) || name === JOBS || name === MANIFEST

/** Undefined where it is something else, cannot be read, or has just gone. */
async function draftAt(path: string): Promise<Draft | undefined> {
  try {
    const names = await readdir(path)
    if (!names.every(isOfBackup)) return undefined
    const written = await Promise.all([path, ...names.map((name) => join(path, name))].map((one) => stat(one)))
    return { path, at: new Date(Math.max(...written.map(({ mtimeMs }) => mtimeMs))) }
  } catch {
    return undefined
  }
}
