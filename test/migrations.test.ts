// The list of migrations and the snapshots that the next one is made from: what a merge can lose without anybody seeing it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../src/migrations')
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, 'meta', name), 'utf8'))
const { entries } = read('_journal.json') as { entries: { when: number; tag: string }[] }

test('each file stands in the journal once, and nothing else does', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`).sort()).toEqual(files.sort())
})

test('each has a moment of its own that is later than the one before, and is past: what is made next comes after all', () => {
  const moments = entries.map(({ when }) => when)
  expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b))
  expect(Math.max(...moments)).toBeLessThan(Date.now())
})

test('no two snapshots follow the same one: the next migration would be made from neither', () => {
  const before = readdirSync(join(FOLDER, 'meta'))
    .filter((name) => name.endsWith('_snapshot.json'))
    .map((name) => (read(name) as { prevId: string }).prevId)
  expect(before).toEqual([...new Set(before)])
})
