import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bringBack, setAside } from '../bin/old-assets.mjs'

let folder: string
let dist: string
let assets: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-assets-'))
  dist = join(folder, 'dist')
  assets = join(dist, 'client', 'assets')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const HOUR = 3_600_000

/** A build of these files at an hour, as bin/ensure.mjs does it. */
async function build(hour: number, files: Record<string, string>) {
  setAside(dist, hour * HOUR)
  await rm(dist, { recursive: true, force: true })
  await mkdir(assets, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(assets, name)), { recursive: true })
    await writeFile(join(assets, name), text)
  }
  bringBack(dist, hour * HOUR)
}
const names = async () => (await readdir(assets)).filter((name) => !name.startsWith('.')).sort()

test('the files of the last build stay for a day after they were replaced, however often is built', async () => {
  await build(0, { 'index-A.js': 'a', 'theme.css': '1' })
  await build(100, { 'index-B.js': 'b', 'theme.css': '2' })
  expect(await names()).toEqual(['index-A.js', 'index-B.js', 'theme.css'])
  expect(await readFile(join(assets, 'theme.css'), 'utf8')).toBe('2')
  await build(120, { 'index-C.js': 'c' })
  expect(await names()).toEqual(['index-A.js', 'index-B.js', 'index-C.js', 'theme.css'])
  await build(125, { 'index-D.js': 'd' })
  expect(await names()).toEqual(['index-B.js', 'index-C.js', 'index-D.js', 'theme.css'])
  await build(200, { 'index-E.js': 'e' })
  expect(await names()).toEqual(['index-D.js', 'index-E.js'])
  expect(existsSync(`${dist}.old`)).toBe(false)
})

test('a build that failed in between loses nothing', async () => {
  await build(0, { 'index-A.js': 'a' })
  setAside(dist, HOUR)
  await rm(dist, { recursive: true, force: true })
  await build(2, { 'index-B.js': 'b' })
  expect(await names()).toEqual(['index-A.js', 'index-B.js'])
})

test('files in a folder of their own stay as long', async () => {
  const inFolder = async () => (await readdir(join(assets, 'office'))).sort()
  await build(0, { 'office/index-A.js': 'a', 'index-A.js': 'a' })
  await build(100, { 'office/index-B.js': 'b', 'index-A.js': 'a' })
  expect(await inFolder()).toEqual(['index-A.js', 'index-B.js'])
  await build(125, { 'office/index-C.js': 'c' })
  expect(await inFolder()).toEqual(['index-B.js', 'index-C.js'])
})

test.each(['', '{"index-A.js":36', 'null'])(
  'a list of which is left `%s` holds no build up, and loses nothing',
  async (left) => {
    await build(0, { 'index-A.js': 'a' })
    await build(100, { 'index-B.js': 'b' })
    await writeFile(join(assets, '.replaced.json'), left)
    await build(110, { 'index-C.js': 'c' })
    expect(await names()).toEqual(['index-A.js', 'index-B.js', 'index-C.js'])

    setAside(dist, 120 * HOUR)
    await writeFile(join(`${dist}.old`, '.replaced.json'), left)
    await build(125, { 'index-D.js': 'd' })
    expect(await names()).toEqual(['index-A.js', 'index-B.js', 'index-C.js', 'index-D.js'])
    await build(150, { 'index-E.js': 'e' })
    expect(await names()).toEqual(['index-D.js', 'index-E.js'])
  },
)

test('a list is written whole or not at all', async () => {
  await build(0, { 'index-A.js': 'a' })
  await build(100, { 'index-B.js': 'b' })
  const list = await readFile(join(assets, '.replaced.json'), 'utf8')
  // What a full disk leaves: a draft that cannot be written.
  setAside(dist, 101 * HOUR)
  await rm(dist, { recursive: true, force: true })
  await mkdir(join(assets, '.replaced.json.draft'), { recursive: true })
  expect(() => bringBack(dist, 101 * HOUR)).toThrow('EISDIR')
  expect(existsSync(join(assets, '.replaced.json'))).toBe(false)
  expect(JSON.parse(await readFile(join(`${dist}.old`, '.replaced.json'), 'utf8'))).toMatchObject(JSON.parse(list))
})
