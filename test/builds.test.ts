// What counts as built: pages of which every source is as it was when they were made.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { placesOfOthers } from '../bin/places.mjs'
import { installation, ROOT } from './installation.testing.ts'

const { path, start, begin, run, install, edit } = installation()
const build = () => begin('build-only.mjs')

test('pages are built again when what builds them is another, and only then', async () => {
  const again = () => run('build-only.mjs').stdout
  const first = start()
  await install()
  await until(() => first.shop() > 0, 'it is open')
  process.kill(first.shop(), 'SIGKILL')
  await first.ended
  for (const program of ['build.mjs', 'small-icons.mjs', 'subset-fonts.mjs']) {
    await appendFile(path('bin', program), '\n')
    expect([program, again(), again()]).toEqual([program, 'built\n', ''])
  }
})

/** Pages of which the build stands still until somebody writes into `building`; answers of the folder once it has begun. */
async function slowBuild() {
  const first = start()
  await install()
  await until(() => first.shop() > 0, 'it is open')
  process.kill(first.shop(), 'SIGKILL')
  await first.ended
  execFileSync('mkfifo', [path('building')])
  const slow = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('dist/client/assets', { recursive: true })
const source = readFileSync('src/changed.ts', 'utf8')
console.log('builds', source)
readFileSync('building')
writeFileSync('dist/client/assets/page.js', source)`
  await writeFile(path('bin', 'build.mjs'), slow)
}
const goOn = () => writeFile(path('building'), 'go\n')
const page = () => readFile(path('dist', 'client', 'assets', 'page.js'), 'utf8')

test('a build during which a source changes is done again, also when the source is as before by its end', async () => {
  await slowBuild()
  await edit('old')
  const one = build()
  await until(() => one.said().includes('builds old'), 'it has read the source')
  await edit('new')
  await goOn()
  await until(() => one.said().includes('builds new'), 'it begins again')
  await edit('old')
  await edit('new')
  await goOn()
  await until(() => one.said().split('builds new').length === 3, 'it begins once more')
  await goOn()
  expect(await one.ended).toBe(0)
  expect(one.said().split('Sources changed meanwhile, building pages again …').length).toBe(3)
  expect(await page()).toBe('new')
  expect(run('build-only.mjs')).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('a build that is killed leaves nothing that counts as built, and nothing that the checks look at', async () => {
  await slowBuild()
  await edit('old')
  const one = build()
  await until(() => one.said().includes('builds old'), 'it builds')
  await goOn()
  expect(await one.ended).toBe(0)

  await edit('new')
  const two = build()
  await until(() => two.said().includes('builds new'), 'it builds')
  const left = (await readdir(path())).filter((name) => name.startsWith('dist'))
  expect(left).toEqual(['dist', 'dist.old'])
  for (const name of left)
    expect(spawnSync('git', ['check-ignore', name, `${name}/page.js`], { cwd: ROOT }).status, name).toBe(0)
  two.child.kill('SIGKILL')
  await two.ended
  await goOn()
  await until(async () => (await placesOfOthers(path())).length === 0, 'what it started has ended')

  // As it was before: its own pages are no more.
  await edit('old')
  const three = build()
  await until(() => three.said().includes('builds old'), 'it builds')
  await goOn()
  expect(await three.ended).toBe(0)
  expect(await page()).toBe('old')
  expect((await readdir(path())).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
})
