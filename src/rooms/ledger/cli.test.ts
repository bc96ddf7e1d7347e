// `npm run balance`, as a person runs it beside the shop.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
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
  const { username, cookie } = await addMember(shop)
  const because = ['--reason', 'amends for a late answer', '--by', 'ada']
  const by = [...because, '--reference', 'TK 7']
  expect(await run('credit', username, '12.5', ...by)).toEqual({
    status: 0,
    stdout: `${username}: +12.50 USD; the balance is 12.50 USD\n`,
    stderr: '',
  })
  for (const [args, says] of [
    [
      ['debit', username, '20', ...because, '--reference', 'TK 8'],
      'there is less than that; --debt lets the member owe the rest',
    ],
    [['credit', username, '12.505', ...by], '12.505 is no amount of money'],
    [['credit', username, '5'], '--reason is missing'],
    [['credit', username, '5', ...because], '--reference: what you call this correction'],
    [['credit', username, '5', '--debt', ...by], '--debt belongs to debit'],
    [['show', 'nobody@shop.example'], 'there is no member nobody@shop.example'],
  ] as const)
    expect(await run(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(says) })
  expect((await run('debit', username, '20', '--debt', ...because, '--reference', 'TK 8')).stdout).toContain(
    '-20.00 USD; the balance is -7.50 USD',
  )
  const shown = (await run('show', username)).stdout.split('\n')
  expect(shown[0]).toBe(`${username}: -7.50 USD`)
  expect(shown[1]).toMatch(/-20\.00 USD {2}adjustment TK 8, then -7\.50 USD$/)
  expect(shown[2]).toMatch(/\+12\.50 USD {2}adjustment TK 7, then 12\.50 USD$/)
  expect(shown).toHaveLength(4)
  // He sees that it was corrected, and not what the shop calls it.
  const { rows } = (await shop.call('GET', '/api/profile/balance', { headers: { cookie } })).body
  expect(rows).toMatchObject([
    { kind: 'adjustment', amount: -20, reference: null, orderId: null },
    { kind: 'adjustment', amount: 12.5, reference: null, orderId: null },
  ])
})

test('a command that is run again, also at the same time, books nothing a second time; another member has the name for himself', async () => {
  const [ada, grace] = [await addMember(shop), await addMember(shop)]
  const credit = (username: string, amount: string, reference: string) =>
    run('credit', username, amount, '--reason', 'amends', '--reference', reference)
  const answers = await Promise.all([credit(ada.username, '5', 'TK 9'), credit(ada.username, '5', 'tk 9')])
  expect(answers.map(({ status }) => status).sort()).toEqual([0, 1])
  for (const amount of ['5', '6'])
    expect(await credit(ada.username, amount, 'TK 9')).toMatchObject({
      ...{ status: 1, stdout: '' },
      stderr: expect.stringMatching(/TK 9 was booked already, \S+: \+5\.00 USD; nothing .* balance is 5\.00 USD/),
    })
  expect((await credit(ada.username, '5', 'TK 10')).stdout).toContain('the balance is 10.00 USD')
  expect((await credit(grace.username, '5', 'TK 9')).stdout).toContain('the balance is 5.00 USD')
  const acts = sql`select count(*)::int as n from audit_log where act = 'balance.credit' and subject_id = ${ada.id}`
  expect(await shop.db.one(acts)).toEqual({ n: 2 })
})
