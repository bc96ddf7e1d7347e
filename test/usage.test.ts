// What the project's own commands are given and do not know they refuse before they do anything; those of an operator
// (src/platform/command.ts) have tests of their own.
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { scripts } from '../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
/** Without lockfile and sources: whatever is done there fails. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-usage-'))
  await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, program, flags = ''] = /^exec node (bin\/\S+)(?: (.*))?$/.exec(script) ?? []
  return program ? [{ name, program, flags: flags.split(' ').filter(Boolean) }] : []
})

const given = (command: (typeof commands)[number], ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command.program, ...command.flags, ...words], {
    cwd: folder,
    env: childEnv(),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('a command that is asked for --help says how it is used, and one that is given what it does not know says that too; neither does more', async () => {
  const own: string[] = []
  for (const command of commands) {
    if ((await readFile(join(ROOT, command.program), 'utf8')).includes(`'./operator.mjs'`)) continue
    own.push(command.name)
    const help = given(command, '--help')
    expect({ name: command.name, ...help }).toMatchObject({ status: 0, stderr: '' })
    expect(help.stdout).toMatch(new RegExp(String.raw`^npm (run )?${command.name}\b`, 'm'))
    const refused = given(command, '--nonsense')
    expect({ name: command.name, ...refused }).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain(`Unknown option '--nonsense'\n${help.stdout}`)
  }
  expect(own).toContain('bench')
  expect((await readdir(folder)).sort()).toEqual(['bin', 'node_modules'])
})

test('the bench measures only what it has, and says what that is', () => {
  const bench = commands.find(({ name }) => name === 'bench')!
  const { stdout: usage } = given(bench, '--help')
  for (const part of ['memory', 'money', 'office']) expect(usage).toContain(`\n  ${part} `)
  for (const [words, reason] of [
    [['memroy'], 'there is no part "memroy"'],
    [['memory', '3'], 'memory cannot be given "3"'],
    [['money', '1500', 'many'], 'money cannot be given "many"'],
  ] as const)
    expect(given(bench, ...words)).toEqual({ status: 1, stdout: '', stderr: `bench: ${reason}\n${usage}` })
})
