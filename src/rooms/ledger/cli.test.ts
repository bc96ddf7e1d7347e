// `npm run balance`, as a person runs it beside the shop.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'

const CLI = join(import.meta.dirname, 'cli.ts')

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  folder = await mkdtemp(join(inject('dataDir'), 'balance-'))
})
afterAll(() => shop.close())

const run = (...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl }
    const child = execFile(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    )
  })

test('the command corrects a balance and shows what moved it; what it cannot do is one clear line, and moves nothing', async () => {
  const { username } = await addMember(shop)
  const by = ['--reason', 'amends for a late answer', '--by', 'ada']
  expect(await run('credit', username, '12.5', ...by)).toEqual({
    status: 0,
    stdout: `${username}: +12.50 USD; the balance is 12.50 USD\n`,
    stderr: '',
  })
  for (const [args, says] of [
    [['debit', username, '20', ...by], 'there is less than that; --debt lets the member owe the rest'],
    [['credit', username, '12.505', ...by], '12.505 is no amount of money'],
    [['credit', username, '5'], '--reason is missing'],
    [['credit', username, '5', '--debt', ...by], '--debt belongs to debit'],
    [['show', 'nobody@shop.example'], 'there is no member nobody@shop.example'],
  ] as const)
    expect(await run(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(says) })
  expect((await run('debit', username, '20', '--debt', ...by)).stdout).toContain('-20.00 USD; the balance is -7.50 USD')
  const shown = (await run('show', username)).stdout.split('\n')
  expect(shown[0]).toBe(`${username}: -7.50 USD`)
  expect(shown[1]).toMatch(/-20\.00 USD {2}adjustment .*then -7\.50 USD$/)
  expect(shown[2]).toMatch(/\+12\.50 USD {2}adjustment .*then 12\.50 USD$/)
  expect(shown).toHaveLength(4)
})
