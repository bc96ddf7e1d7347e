// Completes package-lock.json after a change of packages: npm leaves out the builds for other platforms when their parent
// stands in the file already, and `npm ci` then refuses the file on every platform. What is added is what the registry
// says of them, its checksum included; a build that it does not have ends this with a failure, because a package without
// a checksum could be any package. Then the parent needs another version.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './ensure.mjs'

const file = join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = []
let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const version = range.replace(/^[\^~]/, '')
    const known = find(path, name)
    if (!/^\d/.test(version) || lock.packages[known]?.integrity) continue
    const facts = ask(`${name}@${version}`)
    if (!facts?.integrity) {
      missing.push(`${name}@${version}`)
      continue
    }
    const root = `node_modules/${name}`
    lock.packages[known ?? (lock.packages[root] ? `${path}/node_modules/${name}` : root)] = {
      version,
      ...facts,
      optional: true,
      ...(parent.dev && { dev: true }),
    }
    added++
  }
}
const bare = Object.entries(lock.packages).filter(([path, entry]) => path && !entry.integrity && !entry.inBundle)
if (missing.length > 0 || bare.length > 0) {
  const names = new Set([...missing, ...bare.map(([path]) => path)])
  process.stderr.write(`no checksum can be had of ${[...names].join(', ')}: take versions whose builds all exist\n`)
  process.exit(1)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} builds for other platforms added, every package has its checksum\n`)

/** As Node looks: beside, then in each folder above. */
function find(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (lock.packages[candidate]) return candidate
    if (!at) return undefined
  }
}

/** What npm writes of a package into the file, but for where it came from. */
function ask(spec) {
  try {
    const fields = ['dist.integrity', 'license', 'os', 'cpu', 'libc', 'engines']
    const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    const answer = JSON.parse(execFileSync('npm', ['view', spec, ...fields, '--json'], quiet))
    const { 'dist.integrity': integrity, ...rest } = answer
    return { integrity, ...rest }
  } catch {
    return undefined
  }
}
