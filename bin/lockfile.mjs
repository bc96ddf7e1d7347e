// Completes package-lock.json after a change of packages: npm leaves out the builds for other platforms when it could not
// look them up, and `npm ci` then refuses the file on every platform. What is added is what their names and their parents
// say: version, system, processor, C library.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './ensure.mjs'

const SYSTEMS = { android: 'android', darwin: 'darwin', linux: 'linux', linuxmusl: 'linux', win32: 'win32', windows: 'win32', freebsd: 'freebsd', netbsd: 'netbsd', openbsd: 'openbsd', sunos: 'sunos', aix: 'aix', openharmony: 'openharmony' } // biome-ignore format: a table
const PROCESSORS = { x64: 'x64', arm64: 'arm64', arm: 'arm', ia32: 'ia32', riscv64: 'riscv64', ppc64: 'ppc64', ppc64le: 'ppc64', s390x: 's390x', loong64: 'loong64', mips64el: 'mips64el', wasm32: 'wasm32' } // biome-ignore format: a table

const file = join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const version = range.replace(/^[\^~]/, '')
    if (!/^\d/.test(version) || find(path, name)) continue
    const root = `node_modules/${name}`
    lock.packages[lock.packages[root] ? `${path}/node_modules/${name}` : root] = {
      version,
      ...platformOf(name),
      optional: true,
      ...(parent.dev && { dev: true }),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} builds for other platforms added\n`)

/** As Node looks: beside, then in each folder above. */
function find(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (lock.packages[candidate]) return candidate
    if (!at) return undefined
  }
}

function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_.]/)
  const system = words.map((word) => SYSTEMS[word]).find(Boolean)
  const processor = words
    .map((word) => PROCESSORS[word] ?? (/^arm(v\d|eabi|hf)?/.test(word) ? 'arm' : undefined))
    .find(Boolean)
  const musl = words.some((word) => word.includes('musl'))
  return {
    ...(system && { os: [system] }),
    ...(processor && { cpu: [processor] }),
    ...(system === 'linux' && (musl || words.includes('gnu')) && { libc: [musl ? 'musl' : 'glibc'] }),
  }
}
