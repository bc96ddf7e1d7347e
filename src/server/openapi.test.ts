// The description of all calls lies in the tree, so that a change of a contract is seen by whoever reads a change, and the
// index of decisions names them all. After a wanted change: `npm test -- src/server/openapi.test.ts --update`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/harness.ts'

const DOCS = join(import.meta.dirname, '..', '..', 'docs')

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

test('docs/openapi.json is what the shop says of its calls', async () => {
  const { body } = await shop.call('GET', '/openapi.json')
  await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(join(DOCS, 'openapi.json'))
})

test('the index of decisions names each by its number and title', () => {
  const folder = join(DOCS, 'decisions')
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const missing = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .filter((name) => {
      const [, number, title] = /^# (\d+)\.? (.+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
      return !index.includes(`| [${number}](${name}) | ${title} |`)
    })
  expect(missing).toEqual([])
})
