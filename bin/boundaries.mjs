// Who may import whom (docs/architecture.md): what is not allowed here is refused, types and pages included. No circles,
// neither of rooms nor of files. The messages say what to do instead.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Another tree is judged when it is named: the check of this check. */
const src = resolve(process.argv[2] ?? join(root, 'src'))
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** By the part of the house: which others it may use. */
const PARTS = {
  platform: ['platform', 'locales'],
  ui: ['ui', 'platform'],
  art: ['art', 'platform'],
  browser: ['browser', 'ui', 'platform'],
  rooms: ['rooms', 'browser', 'ui', 'art', 'platform', 'locales'],
  apps: ['apps', 'rooms', 'browser', 'ui', 'art', 'platform'],
  simulators: ['simulators'],
  demo: ['demo', 'rooms', 'platform'],
  server: ['server', 'apps', 'rooms', 'demo', 'platform'],
}

/** Single crossings that are meant, with their reason. */
const MEANT = [
  // A demo shop starts the simulators of providers and of the central bank itself; a shop that sells never does.
  [/^rooms\/(payments\/providers\/\w+|money)\/simulator\.ts$/, /^simulators\/[\w-]+\.ts$/],
  // Only the renderer makes this part of a head: createIsomorphicFn cuts it out of the browser's code.
  [/^rooms\/discovery\/ui\/page-head\.ts$/, /^rooms\/discovery\/served-head\.ts$/],
]

/** What another room (and the demo) may use of a room. */
const OPEN_FLOORS =
  /^(contract|schemas|wire|rules|forms|limits|settings|tags|jobs|events|hands|room)\.ts$|^(ui|office)\//
/** What describes tables; a room with many has files of them by what they are about. */
const TABLES = /[/-]tables\.ts$/
/** What runs in browsers: of a room, and of the ground. `contract` and `schemas` by type alone, for they carry all of zod. */
const BROWSER_FLOORS = /^(wire|([a-z]+-)?rules|forms|limits|filters)\.ts$|^(ui|office)\//
const BROWSER_TYPES =
  /^(contract|office|office-[a-z]+-contract|schemas|wire|([a-z]+-)?rules|forms|limits|filters)\.ts$|^(ui|office)\//
const BROWSER_GROUND =
  /^platform\/(i18n\/(digits|locales|messages|site-facts|typed-number|words)|http\/cookies|money|random-id|request-scope|uuid)\.ts$/
const BROWSER_GROUND_TYPES = /^platform\/(i18n\/(locales|messages)|http\/contract)\.ts$/

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\.tsx?$|\.gen\.ts$/.test(entry.name),
  )
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const problems = []
const [rooms, modules, loaded] = [new Map(), new Map(), new Map()]

const imports = files.flatMap(importsOf)
for (const { from, to, typeOnly } of imports) {
  link(modules, from, to)
  if (!typeOnly) link(loaded, from, to)
}
const downloaded = downloads()
for (const { from, to, typeOnly } of imports) judge(from, to, typeOnly)
for (const circle of circles(rooms))
  problems.push(
    `rooms import each other in a circle: ${circle.join(' → ')}. Move what both need into the lower one, or let the lower one declare what it reads (room.ts).`,
  )
for (const circle of circles(modules))
  problems.push(`files import each other in a circle: ${circle.join(' → ')}. Move what both need into a third.`)

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`boundaries: ${files.length} files, no crossing\n`)

function importsOf(file) {
  const from = relative(src, file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, typeOnly, staticTarget, dynamicTarget]) => {
    const to = locate(file, staticTarget ?? dynamicTarget)
    // What the build has made belongs to whoever asks for it.
    if (!to || to.startsWith('../.cache/') || to.endsWith('.gen.ts')) return []
    return [{ from, to, typeOnly: Boolean(typeOnly) }]
  })
}

/** What browsers load: pages, and what of rooms and of the ground they load with them, through however many files. */
function downloads() {
  const reached = new Set([...loaded.keys()].filter(isBrowser))
  for (const from of reached)
    for (const to of loaded.get(from) ?? []) if (/^(rooms|platform)\//.test(to) && !isMeant(from, to)) reached.add(to)
  return reached
}

function isMeant(from, to) {
  return MEANT.some(([user, used]) => user.test(from) && used.test(to))
}

function judge(from, to, typeOnly) {
  if (isMeant(from, to)) return
  const [fromPart, toPart] = [from.split('/')[0], to.split('/')[0]]
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  const say = (why) => problems.push(`${from} imports ${to}: ${why}`)
  if (!PARTS[fromPart]?.includes(toPart))
    return say(`${fromPart}/ may use ${PARTS[fromPart]?.join(', ')} alone. Pass in what it needs.`)
  const floor = to.split('/').slice(2).join('/')
  if (toRoom && fromRoom !== toRoom && ['rooms', 'demo'].includes(fromPart)) {
    // Foreign keys are the schema's business.
    const isKey = TABLES.test(from) && TABLES.test(to)
    if (!isKey && !OPEN_FLOORS.test(floor))
      return say(
        'of another room only contract, schemas, rules and what hands.ts and room.ts hand out. Hand it out there.',
      )
    if (!isKey && fromRoom) link(rooms, fromRoom, toRoom)
  }
  // What describes tables is for migrations: loading it costs every start half a second of processor time.
  if (TABLES.test(to) && !TABLES.test(from) && !typeOnly)
    say('tables are read by `import type` alone. Move the value to a file of its own beside them.')
  if (isOffice(to) && !isOffice(from)) say('the back office is no part of what others download.')
  if (!(typeOnly ? isBrowser(from) : downloaded.has(from)) || isBrowser(to)) return
  if (toRoom && !(typeOnly ? BROWSER_TYPES : BROWSER_FLOORS).test(floor))
    say(
      'browsers reach rules, forms, limits and ui; contract and schemas by `import type`. Use call() of browser/calls.ts.',
    )
  if (toPart === 'platform' && !BROWSER_GROUND.test(to) && !(typeOnly && BROWSER_GROUND_TYPES.test(to)))
    say('this part of the ground runs on the server only.')
}

function isBrowser(path) {
  return /^(ui|browser|apps)\/|^rooms\/\w+\/(ui|office)\//.test(path)
}

function isOffice(path) {
  return /^(apps|rooms\/\w+)\/office\//.test(path)
}

function roomOf(path) {
  const [part, room, ...rest] = path.split('/')
  return part === 'rooms' && rest.length > 0 ? room : undefined
}

function locate(file, specifier) {
  if (specifier.startsWith('.')) return relative(src, resolve(dirname(file), specifier.replace(/\?.*$/, '')))
  const match = /^#(\w+)\/(.+)$/.exec(specifier)
  return match ? `${match[1]}/${match[2].replace(/\?.*$/, '')}` : undefined
}

function link(graph, from, to) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/** One circle of each knot. */
function* circles(graph) {
  const done = new Set()
  for (const start of graph.keys()) {
    const path = []
    const search = (node) => {
      const seen = path.indexOf(node)
      if (seen >= 0) return [...path.slice(seen), node]
      if (done.has(node)) return undefined
      path.push(node)
      for (const next of graph.get(node) ?? []) {
        const found = search(next)
        if (found) return found
      }
      path.pop()
      done.add(node)
      return undefined
    }
    const found = search(start)
    if (!found) continue
    yield found
    for (const node of found) done.add(node)
  }
}
