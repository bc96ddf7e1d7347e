// `npm run inbox` as an operator types it, beside a running shop.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { addMember, addProduct, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))
const secrets = makeSecrets()
let shop: TestShop
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey })
  member = await addMember(shop)
})
afterAll(() => shop.close())

async function inbox(args: string[], input = '') {
  const env = {
    ...childEnv(),
    DATA_DIR: inject('dataDir'),
    DATABASE_URL: shop.databaseUrl,
    VAULT_KEYS: secrets.vaultKey,
  }
  const child: ChildProcess = spawn(process.execPath, [CLI, ...args], { env })
  child.stdin!.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number>((resolve) => child.on('close', resolve)),
  ])
  return { code, out, err }
}

const headers = () => ({ cookie: member.cookie })

test('a ticket is listed, shown, answered from standard input, and listed no more', async () => {
  const id = randomUUID()
  const body = { id, subject: 'Two\u001b[31m keys', topic: 'key', text: 'First line\nSecond line' }
  expect((await shop.call('POST', '/api/profile/tickets', { body, headers: headers() })).status).toBe(200)
  const reference = `T-${id.slice(0, 8).toUpperCase()}`
  const listed = await inbox(['list'])
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(new RegExp(`^ticket ${reference}  since .* UTC  key  en-US  Two\\[31m keys$`, 'm'))
  expect((await inbox(['show', reference])).out).toContain('    First line\n    Second line')

  const answered = await inbox(['answer', reference, '--by', 'olga'], 'Here is another one.\r\nSorry!\n')
  expect(answered).toEqual({ code: 0, out: `${reference}: answered; its member is told by mail\n`, err: '' })
  const { body: seen } = await shop.call('GET', `/api/profile/tickets/${id}`, { headers: headers() })
  expect(seen.data).toMatchObject({ state: 'answered', messages: [{}, { text: 'Here is another one.\nSorry!' }] })
  const mails = await shop.db.query(sql`select recipient from mails where template = 'ticketAnswered'`)
  expect(mails).toEqual([{ recipient: member.email }])
  const told = await shop.call('GET', '/api/profile/message', { headers: headers() })
  expect(told.body.rows).toMatchObject([{ title: 'Support has answered you', link: `/my-support#${id}` }])
  expect((await inbox(['list'])).out).not.toContain(reference)
  expect((await inbox(['show', id])).out).toContain('answered by olga')
})

test('a review is published, and another rejected with its reason; the page follows', async () => {
  const { productId: pid } = await addProduct(shop)
  for (const content of ['Good enough, I say.', 'Buy elsewhere, I say.']) {
    await shop.db.run(sql`truncate rate_limits`)
    const body = { pid, fillName: 'Maya', email: member.email, content, score: 4 }
    expect((await shop.call('POST', '/api/bottom/saveFeedbacks', { body, headers: headers() })).status).toBe(200)
  }
  const reviews = await shop.db.query<{ id: number; member: string }>(
    sql`select id, member_id as member from reviews order by id`,
  )
  expect(reviews.map((review) => review.member)).toEqual([member.id, member.id])
  const [good, bad] = reviews.map(({ id }) => String(id)) as [string, string]
  expect((await inbox(['list'])).out).toContain(`review ${good}  since`)
  expect(await inbox(['publish', good])).toMatchObject({ code: 0, out: `review ${good}: published\n` })
  expect(await inbox(['reject', bad, '--reason', 'It names another shop.'])).toMatchObject({ code: 0 })
  expect((await inbox(['publish', good])).out).toBe(`review ${good}: was published already\n`)
  const { body } = await shop.call('GET', `/api/bottom/feedbacks?pid=${pid}`)
  expect(body.rows.map(({ content }: { content: string }) => content)).toEqual(['Good enough, I say.'])
  const told = await shop.call('GET', '/api/profile/message', { headers: headers() })
  expect(told.body.rows.map(({ contents }: { contents: string }) => contents).slice(0, 2)).toEqual([
    'It begins “Buy elsewhere, I say.”. The reason: It names another shop.',
    'It begins “Good enough, I say.”. Thank you for helping others to choose.',
  ])
  expect(await shop.db.query(sql`select decision_reason as reason from reviews where id = ${Number(bad)}`)).toEqual([
    { reason: 'It names another shop.' },
  ])
})

test('what makes no sense is one line and code 1, and nothing happens', async () => {
  const wrong: [string[], RegExp][] = [
    [['answer', 'T-00000000', '--text', 'x'], /there is no ticket T-00000000/],
    [['answer', 'whatever', '--text', 'x'], /no reference of a ticket/],
    [['publish', '1e3'], /no number of a review/],
    [['reject', '1'], /--reason is missing/],
    [['dance'], /no task of mine/],
  ]
  for (const [args, message] of wrong) {
    const { code, out, err } = await inbox(args)
    expect([args, code, out]).toEqual([args, 1, ''])
    expect(err).toMatch(message)
  }
})
