// No file of code is longer than one can keep in mind: 300 lines, those of tests as well. What a program writes
// (`*.gen.ts`) is read by nobody.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Another tree is measured when it is named: the check of this check. */
const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const FOLDERS = ['bench', 'bin', 'e2e', 'src', 'test']
const MOST = 300

const files = FOLDERS.map((folder) => join(root, folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name) && !/\.gen\.ts$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const problems = files.flatMap((file) => {
  const lines = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n').length
  return lines > MOST
    ? [`${relative(root, file)} has ${lines} lines, and ${MOST} are the most. Split it by what its parts are about.`]
    : []
})

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`lengths: ${files.length} files, none above ${MOST} lines\n`)
