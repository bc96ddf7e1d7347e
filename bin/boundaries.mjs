// Who may import whom (docs/architecture.md). The message says what to do instead.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const src = join(root, 'src')
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g
const SERVER_FLOORS =
  /^(store|api|tables|jobs|media|settle|make|access|live|deliver|vault|first-start|sandbox-mail|write)\.ts$/

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\.tsx?$|\.gen\.ts$/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name))
const problems = []
const roomGraph = new Map()

for (const file of files) {
  const from = relative(src, file)
  const text = readFileSync(file, 'utf8')
  for (const [, typeOnly, staticTarget, dynamicTarget] of text.matchAll(IMPORT)) {
    const to = locate(file, staticTarget ?? dynamicTarget)
    // What the build has made belongs to whoever asks for it.
    if (to && !to.startsWith('../.cache/')) judge(from, to, Boolean(typeOnly))
  }
}
for (const cycle of cycles())
  problems.push(
    `rooms import each other in a circle: ${cycle.join(' → ')}. Move what both need into the lower one, or declare what it needs in room.ts.`,
  )

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`boundaries: ${files.length} files, no crossing\n`)

function judge(from, to, typeOnly) {
  const [fromTop, toTop] = [from.split('/')[0], to.split('/')[0]]
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  const say = (why) => problems.push(`${from} imports ${to}: ${why}`)
  if (
    (fromTop === 'platform' || fromTop === 'ui') &&
    toTop !== fromTop &&
    !(fromTop === 'ui' && to.startsWith('platform/i18n/')) &&
    !(from.startsWith('platform/i18n/') && toTop === 'locales')
  )
    say(`${fromTop}/ is the ground and knows nothing of the shop. Pass in what it needs.`)
  if (fromTop === 'simulators' && toTop !== 'simulators') say('a simulator knows only the wire, nothing of the shop.')
  if (isBrowser(from) && !typeOnly) {
    const name = to.split('/').at(-1)
    if (toTop === 'rooms' && SERVER_FLOORS.test(name))
      say('browser code reaches contract, rules and ui only. Use call() of browser/calls.ts.')
    if (to.startsWith('platform/') && /^platform\/(database|jobs|mail|crypto|config|log)/.test(to))
      say('this part of the platform runs on the server only.')
  }
  if (fromRoom && toRoom && fromRoom !== toRoom && !typeOnly && !isBrowser(from)) {
    if (to.endsWith('/tables.ts') && !from.endsWith('/tables.ts'))
      say('tables belong to their room. Ask its store for what you need.')
    // Foreign keys run both ways between rooms; that is the schema's business, not a dependency of code.
    // What a room needs is declared in room.ts; composing refuses a circle of needs by itself.
    const declares = from.endsWith('/room.ts') && to.endsWith('/room.ts')
    if (!to.endsWith('/tables.ts') && !declares)
      roomGraph.set(fromRoom, (roomGraph.get(fromRoom) ?? new Set()).add(toRoom))
  }
}

function isBrowser(path) {
  return /(^|\/)ui\//.test(path) || path.startsWith('apps/') || path.startsWith('browser/')
}

function roomOf(path) {
  const [top, room, ...rest] = path.split('/')
  return top === 'rooms' && rest.length > 0 ? room : undefined
}

function locate(file, specifier) {
  if (specifier.startsWith('.')) return relative(src, resolve(dirname(file), specifier.replace(/\?.*$/, '')))
  const match = /^#(platform|rooms|ui|art|browser|apps|server|locales|simulators|demo)\/(.+)$/.exec(specifier)
  if (!match) return undefined
  return `${match[1]}/${match[2].replace(/\?.*$/, '')}`
}

function* cycles() {
  for (const start of roomGraph.keys()) {
    const path = [start]
    const search = (room) => {
      for (const next of roomGraph.get(room) ?? []) {
        if (next === start) return [...path, start]
        if (path.includes(next) || next < start) continue
        path.push(next)
        const found = search(next)
        if (found) return found
        path.pop()
      }
      return undefined
    }
    const found = search(start)
    if (found) yield found
  }
}
