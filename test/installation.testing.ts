// For tests of the programs in bin/: a folder that looks like one with the shop in it, with an npm, a build and a shop that do next to nothing.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { runtimeOf } from '../bin/runtime.mjs'

export const ROOT = join(import.meta.dirname, '..')
export const RUNTIME = dirname(dirname(runtimeOf(ROOT)!.path))

let folder: string
let env: Record<string, string>
const started = new Map<ChildProcess, Promise<unknown>>()

/** Makes one for each test of the file that calls it. */
export function installation() {
  beforeEach(make)
  afterEach(leave)
  return {
    path: (...names: string[]) => join(folder, ...names),
    /** `npm start`, with what it has said, and its code once it has ended. */
    start: (more: Record<string, string> = {}) => begin('start.mjs', more),
    begin,
    run,
    install: () => writeFile(join(folder, 'installing'), 'go\n'),
    /** Another lockfile, as after `git pull`. */
    pull: () => appendFile(join(folder, 'package-lock.json'), '\n'),
    edit: (text = '') => writeFile(join(folder, 'src', 'changed.ts'), text),
  }
}

async function make() {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-places-'))
  const programs = join(folder, 'programs')
  env = { PATH: `${programs}:${process.env.PATH}` }
  await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.office.config.ts'])
    await cp(join(ROOT, name), join(folder, name))
  await mkdir(join(folder, 'src', 'server'), { recursive: true })
  await mkdir(programs)
  // It waits until somebody writes into `installing`; the runtime comes as in a real installation.
  execFileSync('mkfifo', [join(folder, 'installing')])
  const npm = `#!/bin/sh\necho npm $1\nread go < installing\nmkdir -p node_modules && ln -sfn ${RUNTIME} node_modules/`
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
  await writeFile(join(folder, 'bin', 'build.mjs'), `console.log('built')`)
  await writeFile(
    join(folder, 'src', 'server', 'main.ts'),
    `console.log('open', process.pid); setInterval(() => {}, 1e6)`,
  )
}

/** Whatever a program has started ends with it, and has written its last when the folder goes: its output is closed by then. */
async function leave() {
  for (const { pid } of started.keys()) spawnSync('kill', ['-9', '--', `-${pid}`])
  await Promise.all(started.values())
  started.clear()
  await rm(folder, { recursive: true, force: true })
}

function begin(program: string, more: Record<string, string> = {}) {
  // The leader of a group, as at a terminal.
  const how = { cwd: folder, env: { ...env, ...more }, detached: true }
  const child = spawn(process.execPath, [`bin/${program}`], how)
  started.set(child, new Promise((resolve) => child.once('close', resolve)))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const shop = () => Number(/open (\d+)/.exec(said)?.[1])
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, said: () => said, shop }
}

function run(program: string, more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`bin/${program}`], {
    cwd: folder,
    env: { ...env, ...more },
    encoding: 'utf8',
    // One that is not refused would wait for `installing`.
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}
