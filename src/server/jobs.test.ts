// Every job has somebody who begins it: the clock, or a room that enqueues it.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/harness.ts'

const SRC = dirname(import.meta.dirname)
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.test(ing)?\.ts$/.test(file))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))

/** The names under which the code knows each job, by its name in the database. */
const known = Object.fromEntries(
  sources.flatMap((text) =>
    [...text.matchAll(/const (\w+) = defineJob(?:<[^']*>)?\('([\w.]+)'\)/g)].map(([, as, name]) => [name!, as!]),
  ),
)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('every job that is defined is done by one room, and begun by the clock or by a room', () => {
  const works = shop.shop.rooms.parts.flatMap(({ jobs }) => jobs ?? [])
  const names = works.map(({ name }) => name)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  expect(Object.keys(known).filter((name) => !names.includes(name))).toEqual([])
  const enqueued = (as: string) =>
    sources.some((text) => new RegExp(`enqueue\\([^)]*?\\b${as},|add_job\\(\\$\\{${as}\\.name\\}`).test(text))
  expect(works.filter(({ name, cron }) => !cron && !enqueued(known[name] ?? name)).map(({ name }) => name)).toEqual([])
})
