// What must be there before anything runs: the packages of the lockfile, the runtime, the built pages. Plain JavaScript
// without a dependency, for whatever Node (20 or later) the machine has.
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringBack, setAside } from './old-assets.mjs'
import { placesOfOthers, takePlace } from './places.mjs'
import { checkRuntime, RUNTIMES, runtimeOf } from './runtime.mjs'
import { surroundings } from './surroundings.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const RUNTIME = runtimeOf(ROOT)
if (!RUNTIME)
  fail(`no Node is pinned for ${process.platform} on ${process.arch}; it runs on ${Object.keys(RUNTIMES).join(', ')}`)
/** The runtime that the lockfile brings; the machine's own may be older. */
export const NODE = RUNTIME.path

/**
 * How the shop's process runs. The default young generation of this Node costs 55 MB more and brings 3 % more purchases; left to
 * itself, the old one grows to four times what lives in it before it is collected. At 60 percent it held 35 MB more (docs/measurements.md).
 * The last lends the collector to `src/platform/let-go.ts`.
 */
export const SHOP_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--expose-gc']

/**
 * How its C library gives memory back (glibc; others do not look): what is large at once to the system, where by default it would
 * soon be kept; two arenas instead of eight per core, of which each keeps what its threads once needed.
 */
export const SHOP_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Where Node keeps what it made of our sources and packages (types taken out, code compiled), so that the next start or command
 * needn't: it compares their contents, and does without where it cannot write. It goes when packages or pages are replaced.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.latchkey-compiled') }

const INSTALLED = join(ROOT, 'node_modules', '.latchkey-installed')
const CHECKED = join(ROOT, 'node_modules', '.latchkey-runtime')
const BUILT = join(ROOT, 'dist', '.latchkey-built')

// What places of shops begin with: one that shows built pages, one that makes them as they are asked for.
const [SHOP, DEV] = ['shop-', 'dev-']

/**
 * The place in this folder of a shop that starts here, to be passed to `run`. With the embedded database each data directory has
 * one; shops on another database may be as many as one likes.
 */
export async function takeShopPlace(dev) {
  const { DATABASE_URL, DATA_DIR } = process.env
  const data = createHash('sha256')
    .update(resolve(ROOT, DATA_DIR || 'data'))
    .digest('hex')
  const name = `${dev ? DEV : SHOP}${(DATABASE_URL ? randomUUID() : data).slice(0, 12)}`
  const place = await takePlace(ROOT, name)
  if (place === 'taken')
    fail(
      'a shop with this data directory runs in this folder already, or is just starting: stop it first, or give this one a DATA_DIR and a PORT of its own',
    )
  return { name, place }
}

/**
 * Installs the packages where there are none, and looks whether the runtime is the right one. Packages of another version stay, for
 * a shop may be running on them; `replace`: they are replaced, unless one runs in this folder at another place than `own`.
 */
export async function ensureInstalled({ replace = false, own } = {}) {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) fail(`Node 20 or later is needed, this is ${process.versions.node}`)
  const wanted = digest([join(ROOT, 'package-lock.json')])
  const installed = existsSync(NODE) ? read(INSTALLED) : ''
  if (!replace && installed !== '' && installed !== wanted)
    fail(
      'node_modules is of another version, which the shop may be running on: restart the shop first, or where none runs `npm run build` (a backup before an upgrade is taken before `git pull`)',
    )
  if (installed !== wanted)
    await alone('packages', 'node_modules', [DEV, SHOP], own, async (place) => {
      process.stderr.write('Installing packages …\n')
      const npm = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
      const code = await runBare('npm', npm, {}, place)
      if (code !== 0) fail('the packages could not be installed (see above); is the npm registry reachable?')
      writeFileSync(INSTALLED, wanted)
    })
  await checkRuntime(RUNTIME, CHECKED).catch((error) => fail(error.message))
}

/** Builds the pages when a source is newer than the build; not under a shop that shows them from another place than `own`. */
export async function ensureBuilt({ own } = {}) {
  if (read(BUILT) === digest(sources())) return
  await alone('pages', 'dist', [SHOP], own, async (place) => {
    process.stderr.write('Building pages …\n')
    // Whatever becomes of this build, no other one's mark vouches for what is left of it.
    rmSync(BUILT, { force: true })
    // What visitors have open was built before: its files stay for a day beside the new ones.
    setAside(join(ROOT, 'dist'))
    const wanted = await build(place)
    // Of the build before; its files had other names.
    rmSync(COMPILED.NODE_COMPILE_CACHE, { recursive: true, force: true })
    bringBack(join(ROOT, 'dist'))
    mkdirSync(dirname(BUILT), { recursive: true })
    writeFileSync(BUILT, wanted)
  })
}

/** Builds until no source changed meanwhile: one that did is in a part of the pages and not in another. Answers of which sources. */
async function build(place) {
  for (;;) {
    const [before, wanted] = [changes(), digest(sources())]
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
    const code = await runBare(NODE, [join(ROOT, 'bin', 'build.mjs')], {}, place)
    if (code !== 0) fail('the pages could not be built (see above)')
    if (changes() === before) return wanted
    process.stderr.write('Sources changed meanwhile, building pages again …\n')
  }
}

function sources() {
  const named = [
    'vite.config.ts',
    'vite.office.config.ts',
    'bin/build.mjs',
    'bin/missing-assets.mjs',
    'bin/small-icons.mjs',
    'bin/subset-fonts.mjs',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ]
  return [...named, ...list('src')]
    .filter((path) => !/\.test\.tsx?$|^src\/migrations\/|routeTree\.gen\.ts$/.test(path))
    .map((path) => join(ROOT, path))
}

/** When each source was last written, as the file system counts: also of one that was changed and changed back. */
const changes = () =>
  sources()
    .map((path) => `${path} ${statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs}`)
    .join('\n')

/**
 * Replaces `what` of this folder while nobody else does, and nobody who starts with one of `users` uses it. `replace` hands its place on
 * to what it starts, which may outlive this process.
 */
async function alone(name, what, users, own, replace) {
  const place = await takePlace(ROOT, name)
  if (place === 'taken') fail(`${what} is just being replaced by another command in this folder: wait for its end`)
  const others = await placesOfOthers(ROOT, own)
  if (others.some((other) => users.some((user) => other.startsWith(user))))
    fail(`${what} is of another version, on which a shop runs in this folder: restart that shop first, or stop it`)
  await replace(place)
  place?.close()
}

/**
 * Runs a program in the foreground, passes on the signals that ask it to end, answers its exit code. `place`: the program has it,
 * too, and keeps it when this process is killed.
 */
export const run = (command, args, env = {}, place = undefined) =>
  runIn({ ...COMPILED, ...process.env, ...env }, command, args, place)

/** As `run` a program that is not ours, or that works with packages which are not: without the shop's environment. */
export const runBare = (command, args, env = {}, place = undefined) =>
  runIn({ ...surroundings(), ...env }, command, args, place)

function runIn(env, command, args, place) {
  return new Promise((done) => {
    // As the number of its file: a server object is none that `spawn` takes.
    const stdio = ['inherit', 'inherit', 'inherit', ...(place ? [place._handle.fd] : [])]
    const child = spawn(command, args, { cwd: ROOT, stdio, env })
    const pass = (signal) => child.kill(signal)
    process.on('SIGTERM', pass).on('SIGINT', pass).on('SIGHUP', pass)
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      done(127)
    })
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass).off('SIGHUP', pass)
      done(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}

export function fail(reason) {
  process.stderr.write(`Latchkey cannot start: ${reason}\n`)
  process.exit(1)
}

function list(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
    .sort()
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
