// `npm run check`: everything that can be known without running the shop.
import { join } from 'node:path'
import { ensureInstalled, NODE, ROOT, run } from './ensure.mjs'
import { readGiven } from './usage.mjs'

readGiven(
  'check',
  `npm run check

  everything that can be known without running the shop: format, types, unused code, who imports whom, whose tables statements name,
  how long files are`,
)

await ensureInstalled({ replace: true })
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const checks = [
  ['format and lint', bin('biome'), ['check', '.']],
  ['types', bin('tsc'), ['--noEmit', '-p', '.']],
  // A program has one router: the office's is another than the shop's.
  ['types of the back office', bin('tsc'), ['--noEmit', '-p', 'tsconfig.office.json']],
  ['unused code and packages', bin('knip'), ['--no-progress']],
  ['import boundaries', NODE, [join(ROOT, 'bin', 'boundaries.mjs')]],
  ['whose tables statements name', NODE, [join(ROOT, 'bin', 'statements.mjs')]],
  ['how long files are', NODE, [join(ROOT, 'bin', 'lengths.mjs')]],
]
let failed = false
for (const [name, command, args] of checks) {
  process.stdout.write(`— ${name}\n`)
  const code = await run(command, args)
  if (code !== 0) failed = true
  // Whoever ended one of them wants none of the others.
  if (code >= 128) {
    process.stdout.write(`${name} was ended by a signal: what comes after it was not looked at\n`)
    break
  }
}
process.exit(failed ? 1 : 0)
