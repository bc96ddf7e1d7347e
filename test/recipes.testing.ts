// Follows the recipes of CONTRIBUTING.md literally in a copy of this tree: each fenced block that names a file is written or
// inserted where its first line says, each `sh run` block is run.
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { generateDrizzleJson } from 'drizzle-kit/api'

export const ROOT = join(import.meta.dirname, '..')

export interface Recipe {
  title: string
  steps: Step[]
}

type Step =
  | { run: string }
  /** Without a place the file is new. The anchor is a whole line without its indentation, once in the file. */
  | { file: string; text: string; place?: 'after' | 'before' | 'instead' | 'end'; anchor?: string }

/** What stands below `## Recipes`, by its `###` headings. Throws where the words beside a block do not say what it says. */
export function readRecipes(document: string): Recipe[] {
  const [, recipes = ''] = document.split(/^## Recipes$/m)
  return recipes
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = ''] = part.split('\n', 1)
      return { title, steps: stepsOf(title, part) }
    })
}

function stepsOf(recipe: string, part: string): Step[] {
  const steps: Step[] = []
  let readUpTo = 0
  for (const block of part.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)) {
    const [all, indent = '', info = '', body = ''] = block
    const words = part.slice(readUpTo, block.index).replace(/\s+/g, ' ')
    readUpTo = block.index + all.length
    const text = body.replace(new RegExp(`^${indent}`, 'gm'), '')
    if (/^sh run$/.test(info)) steps.push({ run: text.trim() })
    const file = /\bfile=(\S+)/.exec(info)?.[1]
    if (!file) continue
    const [, place, quoted] = /\b(after|before|instead|at)=("(?:[^"\\]|\\.)*"|end)$/.exec(info) ?? []
    const anchor = quoted?.startsWith('"') ? quoted.slice(1, -1).replaceAll('\\"', '"') : undefined
    for (const said of [file, anchor])
      if (said && !words.includes(`\`${said}\``))
        throw new Error(`${recipe}: the words before a block do not name ${said}`)
    steps.push({ file, text, anchor, ...(place && { place: quoted === 'end' ? 'end' : (place as 'after') }) })
  }
  return steps
}

export interface Tree {
  folder: string
  follow(recipe: Recipe): Promise<void>
  /** Runs a command there. Throws with all that it said when it fails. */
  run(command: string): Promise<string>
  remove(): void
}

/** A copy of what git knows here, and of what is new and not ignored, with the same packages. */
export async function copyTree(): Promise<Tree> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-recipes-'))
  const git = (at: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: at, encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0'))
    if (file && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await takeSnapshot(join(folder, 'src', 'migrations', 'meta'))
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  git(folder, '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'before')

  async function run(command: string): Promise<string> {
    const started = promisify(execFile)('sh', ['-c', command], { cwd: folder, maxBuffer: 1 << 26 })
    const { stdout, stderr } = await started.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${command} failed:\n${error.stdout}${error.stderr}`)
    })
    return stdout + stderr
  }

  async function follow({ title, steps }: Recipe) {
    for (const step of steps) {
      if ('run' in step) {
        await run(step.run)
        continue
      }
      const path = join(folder, step.file)
      if (step.place) writeFileSync(path, inserted(title, readFileSync(path, 'utf8'), step))
      else {
        if (existsSync(path)) throw new Error(`${title}: ${step.file} is there already`)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, step.text)
      }
    }
  }

  return { folder, follow, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The tables as they are now: snapshots are made once for many hand-written migrations, and the next one is to hold its own. */
async function takeSnapshot(meta: string): Promise<void> {
  const names = globSync(['src/platform/tables.ts', 'src/rooms/*/{tables,*-tables}.ts'], { cwd: ROOT }).sort()
  const tables = await Promise.all(names.map((name) => import(join(ROOT, name)) as Promise<Record<string, unknown>>))
  const last = join(
    meta,
    readdirSync(meta)
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1)!,
  )
  const { id, prevId } = JSON.parse(readFileSync(last, 'utf8'))
  const now = generateDrizzleJson(Object.assign({}, ...tables), prevId, undefined, 'snake_case')
  writeFileSync(last, JSON.stringify({ ...now, id, prevId }))
}

function inserted(
  recipe: string,
  before: string,
  { file, text, place, anchor }: Exclude<Step, { run: string }>,
): string {
  if (place === 'end') return before + text
  const lines = before.split('\n')
  const found = lines.flatMap((line, at) => (line.trim() === anchor ? [at] : []))
  if (found.length !== 1)
    throw new Error(`${recipe}: in ${file} the line ${anchor} is there ${found.length} times, and must be there once`)
  const at = found[0]! + (place === 'after' ? 1 : 0)
  return lines.toSpliced(at, place === 'instead' ? 1 : 0, ...text.replace(/\n$/, '').split('\n')).join('\n')
}
