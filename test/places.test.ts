// A folder in which a shop runs stays as it is: neither another start nor a command replaces what the shop runs on.
import { readdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { placesOfOthers } from '../bin/places.mjs'
import { installation, RUNTIME } from './installation.testing.ts'

const { path, start, begin, run, install, pull, edit } = installation()

const REFUSED = {
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(
    /^Latchkey cannot start: a shop with this data directory runs in this folder already.*\n$/,
  ),
}

test('a second `npm start` is refused while the first starts, while it runs, and while its shop has outlived it', async () => {
  const first = start()
  await until(() => first.said().includes('npm ci'), 'it installs')
  expect(run('start.mjs')).toEqual(REFUSED)
  await install()
  await until(() => first.shop() > 0, 'it is open')
  await pull()
  await edit()
  expect(run('start.mjs')).toEqual(REFUSED)
  first.child.kill('SIGKILL')
  await first.ended
  expect(run('start.mjs')).toEqual(REFUSED)

  // Whatever killed it, the place is free then.
  process.kill(first.shop(), 'SIGKILL')
  const next = start()
  await until(() => next.said().includes('npm ci'), 'it installs')
  await install()
  await until(() => next.shop() > 0, 'it is open')
  expect(next.said()).toContain('built')
  process.kill(next.shop(), 'SIGKILL')
})

test('`npm start` lives as long as its shop, passes on what ends it, and says nothing of its own', async () => {
  const one = start()
  await install()
  await until(() => one.shop() > 0, 'it is open')
  const told = new Promise((resolve) => one.child.once('close', resolve))
  one.child.kill('SIGTERM')
  expect(await one.ended).toBe(143)
  await told
  expect(() => process.kill(one.shop(), 0)).toThrow('ESRCH')
  // By two ways, whose order is not that of the lines.
  const lines = ['Installing packages …', 'npm ci', 'Building pages …', 'built', `open ${one.shop()}`]
  expect(one.said().trim().split('\n').sort()).toEqual(lines.sort())
})

test('`npm start` ends with the code of whichever signal ended its shop', async () => {
  const one = start()
  await install()
  await until(() => one.shop() > 0, 'it is open')
  process.kill(one.shop(), 'SIGALRM')
  expect(await one.ended).toBe(128 + 14)
})

test('what Node made of the sources is kept beside the packages, or where the operator says', async () => {
  await writeFile(path('src', 'server', 'main.ts'), `console.log('open', process.pid as number)`)
  const kept = (...names: string[]) => readdir(path(...names), { recursive: true }).then(({ length }) => length)
  const first = start()
  await install()
  expect(await first.ended).toBe(0)
  expect(await kept('node_modules', '.latchkey-compiled')).toBeGreaterThan(1)
  // With other pages it begins anew: its files are named after theirs.
  await edit()
  run('build-only.mjs')
  await expect(kept('node_modules', '.latchkey-compiled')).rejects.toThrow('ENOENT')

  expect(await start({ NODE_COMPILE_CACHE: path('elsewhere') }).ended).toBe(0)
  expect(await kept('elsewhere')).toBeGreaterThan(1)
})

test('beside a shop another one with its own data starts, as long as it replaces nothing', async () => {
  const first = start({ DATA_DIR: 'one' })
  await install()
  await until(() => first.shop() > 0, 'it is open')
  for (const own of [{ DATA_DIR: 'two' }, { DATABASE_URL: 'postgres://elsewhere' }] as Record<string, string>[]) {
    const beside = start(own)
    await until(() => beside.shop() > 0, 'it is open')
    process.kill(beside.shop(), 'SIGKILL')
    await beside.ended
    expect(beside.said()).not.toContain('built')
  }
  await edit()
  expect(run('start.mjs', { DATA_DIR: 'two' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Latchkey cannot start: dist is of another version, on which a shop runs/),
  })
  process.kill(first.shop(), 'SIGKILL')
})

test('`npm test` and the checks install what the lockfile says where no shop runs, and refuse where one does', async () => {
  const first = start()
  await install()
  await until(() => first.shop() > 0, 'it is open')
  await pull()
  for (const program of ['test.mjs', 'check.mjs', 'build-only.mjs'])
    expect([program, run(program)]).toEqual([
      program,
      {
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^Latchkey cannot start: node_modules is of another version, on which a shop runs/,
        ),
      },
    ])
  process.kill(first.shop(), 'SIGKILL')
  await first.ended
  const check = begin('check.mjs')
  await install()
  await until(() => check.said().includes('— types'), 'it checks')
  expect(check.said()).toMatch(/^npm ci$/m)
})

test('an `npm ci` that has outlived whoever began it keeps others from beginning one', async () => {
  const first = start()
  await until(() => first.said().includes('npm ci'), 'it installs')
  first.child.kill('SIGKILL')
  await first.ended
  expect(run('start.mjs')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Latchkey cannot start: node_modules is just being replaced by another command/),
  })
  await install()
  await until(async () => (await placesOfOthers(path())).length === 0, 'it has ended')
  const next = start()
  await until(() => next.said().includes('npm ci'), 'it installs')
  await install()
  await until(() => next.shop() > 0, 'it is open')
})

test('npm and the build are given nothing of the shop’s environment, and npm installs all packages whatever NODE_ENV says', async () => {
  const names = `Object.keys(process.env).sort().join(' ')`
  await writeFile(path('bin', 'build.mjs'), `console.log('built with', ${names})`)
  const npm = `#!/bin/sh\n${process.execPath} -e "console.log('npm with', ${names})"\nmkdir -p node_modules && ln -sfn ${RUNTIME} node_modules/`
  await writeFile(path('programs', 'npm'), npm, { mode: 0o755 })
  const own = { DATABASE_URL: 'postgres://elsewhere', VAULT_KEYS: 'secret', STRIPE_SECRET_KEY: 'secret', PORT: '1' }
  const needed = {
    HOME: '/home/ada',
    https_proxy: 'http://proxy',
    npm_config_registry: 'https://npm',
    NODE_OPTIONS: '',
  }
  const one = start({ ...own, NODE_ENV: 'production', ...needed })
  await until(() => one.shop() > 0, 'it is open')
  const given = [...Object.keys(needed), 'PATH'].sort().join(' ')
  const withOf = (program: string) => new RegExp(`^${program} with (.*)$`, 'm').exec(one.said())?.[1]
  // A shell adds where it stands.
  expect(withOf('npm')?.replace(/ (PWD|OLDPWD|SHLVL|_)\b/g, '')).toBe(given)
  expect(withOf('built')).toBe(given)
})
