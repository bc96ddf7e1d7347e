// What is installed is what was released: every package by its checksum, the runtime by the sum of its program.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRuntime, RUNTIMES, runtimeOf } from '../bin/runtime.mjs'

const ROOT = join(import.meta.dirname, '..')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-packages-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const json = async (name: string) => JSON.parse(await readFile(join(ROOT, name), 'utf8'))

test('npm hands on the signal that ends it: each of the shop’s commands is one program, and no shell waits for it', async () => {
  const { scripts } = await json('package.json')
  const ours = Object.values<string>(scripts).filter((script) => script.includes('bin/'))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((script) => !/^exec node bin\/[\w-]+\.mjs[ \w-]*$/.test(script))).toEqual([])
})

test('every package of the lockfile carries a checksum, for every platform, and none says where it came from', async () => {
  const { packages } = (await json('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; inBundle?: boolean }>
  }
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  // What lies in another package's archive is covered by that archive's sum.
  const unsure = installed.filter(([, entry]) => !entry.inBundle && !entry.integrity?.startsWith('sha512-'))
  expect(unsure.map(([path]) => path)).toEqual([])
  expect(installed.filter(([, entry]) => entry.resolved).map(([path]) => path)).toEqual([])
})

test('the runtime comes without an install script, in one version, with a sum for each platform', async () => {
  const { packages } = await json('package-lock.json')
  const { optionalDependencies } = await json('package.json')
  const names = Object.values(RUNTIMES).map(({ name }) => name)
  expect(Object.keys(optionalDependencies).sort()).toEqual(names.toSorted())
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
  for (const name of names) {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version: optionalDependencies[name], optional: true })
    expect(packages[`node_modules/${name}`].hasInstallScript).toBeUndefined()
  }
  for (const { sha256 } of Object.values(RUNTIMES)) expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(runtimeOf(ROOT, 'sunos-sparc')).toBeUndefined()
})

test('the runtime that this test runs on is the pinned one', async () => {
  const runtime = runtimeOf(ROOT)!
  await checkRuntime(runtime, join(folder, 'note'))
  expect((await stat(process.execPath)).ino).toBe((await stat(runtime.path)).ino)
})

test('a runtime that was changed is not run, also when the one before it was found good', async () => {
  const [path, note] = [join(folder, 'node'), join(folder, 'changed')]
  const sha256 = createHash('sha256').update('released').digest('hex')
  await writeFile(path, 'tampered')
  await expect(checkRuntime({ path, sha256 }, note)).rejects.toThrow(
    'is not the Node that this version was released with',
  )
  await writeFile(path, 'released')
  await checkRuntime({ path, sha256 }, note)
  await writeFile(path, 'tampered')
  await utimes(path, 0, 0)
  await expect(checkRuntime({ path, sha256 }, note)).rejects.toThrow('is not the Node')
})

test('a runtime that was found good runs also where no note of it can be written, as in a folder that is only read', async () => {
  const [path, note] = [join(folder, 'read-only'), join(folder, 'no-such-folder', 'note')]
  await writeFile(path, 'released')
  const sha256 = createHash('sha256').update('released').digest('hex')
  await checkRuntime({ path, sha256 }, note)
  await writeFile(path, 'tampered')
  await expect(checkRuntime({ path, sha256 }, note)).rejects.toThrow('is not the Node')
})

/** A copy of this tree with a runtime that says that it ran, and packages of the lockfile or of another one. */
async function copyOf(name: string, packages: 'these' | 'others') {
  const copy = join(folder, name)
  await cp(join(ROOT, 'bin'), join(copy, 'bin'), { recursive: true })
  const lock = await readFile(join(ROOT, 'package-lock.json'))
  await writeFile(join(copy, 'package-lock.json'), lock)
  const { path } = runtimeOf(copy)!
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '#!/bin/sh\necho it ran', { mode: 0o755 })
  const wanted = createHash('sha256').update('package-lock.json').update('\0').update(lock).update('\0').digest('hex')
  await writeFile(
    join(copy, 'node_modules', '.latchkey-installed'),
    packages === 'these' ? wanted : 'of another version',
  )
  return copy
}

const runs = (copy: string, [program = '', ...args]: string[], path = process.env.PATH) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin', program), ...args], {
    encoding: 'utf8',
    env: { PATH: path },
  })
  return { status, stdout, stderr }
}

test('`npm start` does not run a runtime that was changed', async () => {
  const { status, stdout, stderr } = runs(await copyOf('changed-runtime', 'these'), ['start.mjs', '--dev'])
  expect(stderr).toContain('is not the Node that this version was released with')
  expect([status, stdout]).toEqual([1, ''])
})

/** What an operator runs beside a shop. */
const BESIDE = ['backup.mjs', 'words.mjs']
/** What replaces packages where no shop runs (places.test.ts shows it where one does); `npm run office-pictures` runs the tests. */
const REPLACING = [
  ['start.mjs', '--dev'],
  ...['build-only', 'check', 'test', 'bench', 'snapshots'].map((name) => [`${name}.mjs`]),
]

/** An `npm` that only says what it was asked to do. */
async function withoutNpm() {
  const programs = join(folder, 'programs')
  await mkdir(programs, { recursive: true })
  await writeFile(join(programs, 'npm'), '#!/bin/sh\necho npm $1\nmkdir -p node_modules', { mode: 0o755 })
  return `${programs}:${process.env.PATH}`
}

test('a command beside a running shop takes away no package of the version that runs; a start, a build and tests do', async () => {
  const [copy, path] = [await copyOf('another-version', 'others'), await withoutNpm()]
  for (const program of BESIDE) {
    const refused = runs(copy, [program], path)
    expect([program, refused.status, refused.stdout]).toEqual([program, 1, ''])
    expect(refused.stderr).toMatch(
      /^Latchkey cannot start: node_modules is of another version.*restart the shop first.*\n$/,
    )
  }
  for (const command of REPLACING) {
    await writeFile(join(copy, 'node_modules', '.latchkey-installed'), 'of another version')
    expect([command, runs(copy, command, path).stdout]).toEqual([command, 'npm ci\n'])
  }
})

test('on a clean clone each of them installs what it needs', async () => {
  const [copy, path] = [await copyOf('clean', 'others'), await withoutNpm()]
  for (const program of [...BESIDE, 'check.mjs', 'test.mjs']) {
    await rm(join(copy, 'node_modules'), { recursive: true })
    expect([program, runs(copy, [program], path).stdout]).toEqual([program, 'npm ci\n'])
  }
})
