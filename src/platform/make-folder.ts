// `mkdir -p`. Node's own never comes back where a file system says "no such file" to a folder that it will not make (/proc).
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exists } from './exists.ts'

/** `mode`: of the folder, and of those above it that are made for it. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path || (await exists(parent))) throw error
    await makeFolder(parent, mode)
    await makeOne(path, mode)
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}
