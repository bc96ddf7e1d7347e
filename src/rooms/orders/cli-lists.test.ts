// What a command lists has an end, and it says so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '#platform/command.ts'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { listDifferences } from './cli-differences.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

async function said(): Promise<string[]> {
  const lines: string[] = []
  const ground = async () => shop.shop.ground
  await listDifferences({ ground, say: (line) => void lines.push(line) } as Command)
  return lines
}

test('of 201 differences the oldest 200 are listed, and that there are more', async () => {
  const differ = (from: number, to: number) =>
    shop.db.run(sql`
      insert into payment_differences (provider, what, ref, details)
      select 'stripe', 'paidThereAlone', 'pi_' || n, '{}' from generate_series(${from}::int, ${to}::int) n order by n`)
  expect(await said()).toEqual(['nothing is known to differ'])
  await differ(1, 200)
  expect(await said()).toHaveLength(200)
  await differ(201, 201)
  const lines = await said()
  expect(lines).toHaveLength(201)
  expect(lines[199]).toContain('pi_200')
  expect(lines[200]).toBe('these are the first 200: there are more')
})
