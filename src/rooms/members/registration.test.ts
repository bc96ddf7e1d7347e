// Registration: a mail, its answer, a member.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { ADA, accounts } from './accounts.testing.ts'
import { forgetRegistrations } from './registration-store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) =>
    tx.run(sql`truncate members, registrations, newsletter_subscriptions, mails, rate_limits, events cascade`),
  )
})

const { call, register, mailTo, registrationLink, confirm, login, jobsDone } = accounts(() => shop)

const mails = () =>
  shop.db.query<{ template: string; recipient: string }>(
    sql`select template, recipient from mails order by template, recipient`,
  )
const members = () => shop.db.query(sql`select username, email, uname from members order by username`)

test('who answers the mail with the password he chose is a member and logs in by name or address', async () => {
  expect(await register(ADA, {}, { 'x-locale': 'de' })).toMatchObject({ status: 200, body: { code: 200, data: null } })
  expect(await members()).toEqual([])
  expect((await login('Ada', ADA.password)).status).toBe(422)
  const { text } = await mailTo(ADA.email, 'registerConfirm')
  expect(text).toContain('/confirm-registration#token=')
  expect(text).toContain('Registrierung')
  expect(text).not.toContain('Ada')
  expect(await confirm(await registrationLink(ADA.email), ADA.password)).toMatchObject({ status: 200 })
  expect(await members()).toEqual([{ username: 'Ada', email: ADA.email, uname: 'Ada' }])
  expect((await login('ADA', ADA.password)).status).toBe(200)
  expect((await login('Ada@Example.com', ADA.password)).status).toBe(200)
  expect(await shop.db.query(sql`select name, payload from events where name = 'member.confirmed'`)).toEqual([
    { name: 'member.confirmed', payload: {} },
  ])
  // The answer was lost on its way, and he sends it again.
  expect((await confirm(await registrationLink(ADA.email), ADA.password)).status).toBe(200)
  expect(await members()).toHaveLength(1)
})

test('an address that has an account is not told by status, body or headers: its owner is, by mail', async () => {
  const owner = await addMember(shop, { email: 'Grace@example.com', password: 'her own one' })
  const known = await register({ ...ADA, email: 'grace@EXAMPLE.com' })
  const unknown = await register({ ...ADA, email: 'nobody@example.com' })
  expect(known.status).toBe(200)
  expect(known.body).toEqual(unknown.body)
  expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  const { text } = await mailTo('Grace@example.com', 'registerTaken')
  expect(text).toContain('/login')
  expect(text).not.toContain('#token')
  await jobsDone()
  expect(await mails()).toEqual([
    { template: 'registerConfirm', recipient: 'nobody@example.com' },
    { template: 'registerTaken', recipient: 'Grace@example.com' },
  ])
  // No password of a stranger waits at her address.
  expect(await shop.db.query(sql`select email from registrations`)).toEqual([{ email: 'nobody@example.com' }])
  expect(await members()).toMatchObject([{ username: owner.username }])
})

test('what the call does for an address that has an account, it does for one that has none', async () => {
  const resting = await openTestShop({ WORKER: 'off' })
  const query = pg.Client.prototype.query
  // The other tests' shop, whose jobs run on, is not looked at.
  const its = new URL(resting.databaseUrl).pathname.slice(1)
  const sent: string[] = []
  try {
    await addMember(resting, { email: 'grace@example.com' })
    const { register } = accounts(() => resting)
    await register({ ...ADA, email: 'first@example.com' })
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [asked] = args as [string | { text: string }]
      if (this.database === its) sent.push(typeof asked === 'string' ? asked : asked.text)
      return (query as (...all: unknown[]) => unknown).apply(this, args)
    } as typeof query
    const statementsOf = async (email: string) => {
      sent.length = 0
      await register({ ...ADA, email })
      return sent.filter((text) => /registrations|members|insert into mails|graphile_worker\.add_job/.test(text))
    }
    const known = await statementsOf('grace@example.com')
    expect(known.length).toBeGreaterThan(2)
    expect(await statementsOf('nobody@example.com')).toEqual(known)
  } finally {
    pg.Client.prototype.query = query
    await resting.close()
  }
})

test('that a username is taken is told, in whatever case and form', async () => {
  await register(ADA)
  await confirm(await registrationLink(ADA.email), ADA.password)
  for (const username of ['ada', 'ADA', 'ａｄａ', ' Ada ']) {
    const answer = await register({ ...ADA, email: 'other@example.com', username })
    expect(answer.status, username).toBe(400)
    expect(answer.body.errors).toEqual([{ path: 'username', message: 'register.usernameTaken' }])
  }
})

test('the owner of an address who answers a stranger’s registration without its password makes no account', async () => {
  await register({ ...ADA, password: 'the stranger’s' })
  const token = await registrationLink(ADA.email)
  const guess = await confirm(token, 'hers, she thinks')
  expect(guess).toMatchObject({ status: 422, body: { msg: 'register.wrongPassword' } })
  expect(await members()).toEqual([])
  await withinOneMinute(shop, async () => {
    let last = await confirm(token, 'guess 0')
    for (let i = 1; i <= 10; i++) last = await confirm(token, `guess ${i}`)
    expect(last.status).toBe(429)
    expect((await confirm(token, 'the stranger’s')).status).toBe(429)
  })
  // Hers, beside it.
  await shop.db.run(sql`truncate rate_limits`)
  await register({ ...ADA, password: 'her own one' })
  expect((await confirm(await registrationLink(ADA.email, 2), 'her own one')).status).toBe(200)
  const late = await confirm(token, 'the stranger’s')
  expect(late).toMatchObject({ status: 422, body: { msg: 'register.addressTaken' } })
  expect((await login(ADA.email, 'the stranger’s')).status).toBe(422)
  expect((await login(ADA.email, 'her own one')).status).toBe(200)
})

test('of two who wait for one username, confirming at once, one gets it and the other chooses anew', async () => {
  for (let round = 0; round < 5; round++) {
    // In a transaction, which begins again when the shop's own clockwork was in the way.
    await shop.db.transaction((tx) => tx.run(sql`truncate members, registrations, mails, rate_limits cascade`))
    const [one, two] = [
      { ...ADA, email: `one-${round}@example.com`, username: 'Wanted' },
      { ...ADA, email: `two-${round}@example.com`, username: 'ＷＡＮＴＥＤ' },
    ]
    await Promise.all([register(one), register(two)])
    const tokens = [await registrationLink(one.email), await registrationLink(two.email)]
    const answers = await Promise.all(tokens.map((token) => confirm(token, ADA.password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const loser = answers.findIndex(({ status }) => status === 400)
    expect(answers[loser]!.body.errors).toEqual([{ path: 'username', message: 'register.usernameTaken' }])
    expect((await confirm(tokens[loser]!, ADA.password, { username: 'Another' })).status).toBe(200)
    expect(await members()).toHaveLength(2)
  }
})

test('one link confirmed five times at once makes one member and tells it once', async () => {
  await register(ADA, { checkCoupons: true })
  const token = await registrationLink(ADA.email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token, ADA.password)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await members()).toHaveLength(1)
  expect(await shop.db.query(sql`select 1 from events where name = 'member.confirmed'`)).toHaveLength(1)
  expect((await mails()).filter(({ template }) => template === 'newsletterConfirm')).toHaveLength(1)
})

test('two registrations of one address confirmed at once make one member', async () => {
  await register(ADA)
  const first = await registrationLink(ADA.email)
  await register({ ...ADA, username: 'Countess' })
  const second = await registrationLink(ADA.email, 2)
  expect(second).not.toBe(first)
  const answers = await Promise.all([first, second].map((token) => confirm(token, ADA.password)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await members()).toHaveLength(1)
})

test('a confirmation that breaks off in the middle has made no member, and the link still works', async () => {
  await register(ADA, { checkCoupons: true })
  const token = await registrationLink(ADA.email)
  // The last statement of the transaction fails: the mail that asks about the newsletter.
  await shop.db.run(sql`alter table mails add constraint broken check (template <> 'newsletterConfirm')`)
  expect((await confirm(token, ADA.password)).status).toBe(500)
  expect(await members()).toEqual([])
  expect(await shop.db.query(sql`select 1 from events where name = 'member.confirmed'`)).toEqual([])
  await shop.db.run(sql`alter table mails drop constraint broken`)
  expect((await confirm(token, ADA.password)).status).toBe(200)
  expect(await members()).toHaveLength(1)
})

test('the newsletter is asked about in a mail of its own, and only where it was wanted', async () => {
  await register(ADA, { checkCoupons: true })
  await confirm(await registrationLink(ADA.email), ADA.password)
  expect((await mailTo(ADA.email, 'newsletterConfirm')).text).toContain('/newsletter#token=')
  expect(await shop.db.query(sql`select email, state from newsletter_subscriptions`)).toEqual([
    { email: ADA.email, state: 'asked' },
  ])
  await register({ ...ADA, email: 'second@example.com', username: 'Second' })
  await confirm(await registrationLink('second@example.com'), ADA.password)
  expect(await shop.db.query(sql`select email from newsletter_subscriptions`)).toEqual([{ email: ADA.email }])
})

test('who registers with an address from which an account was moved of late is told so, with the way back and the way on', async () => {
  const moved = await addMember(shop, { email: ADA.email })
  const thief = 'thief@example.com'
  await shop.db.run(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, confirmed_at)
    values (gen_random_uuid(), ${moved.id}, ${thief}, ${thief}, ${ADA.email}, ${ADA.email}, 'en-US', now() - interval '6 days')`)
  await shop.db.run(sql`update members set email = ${thief}, email_key = ${thief} where id = ${moved.id}`)
  expect((await register(ADA, {}, { 'x-locale': 'de' })).status).toBe(200)
  const { text } = await mailTo(ADA.email, 'registerMoved')
  expect(text).toContain('Falls Sie es selbst umgestellt haben: Neue Registrierung bestätigen')
  expect(text).not.toContain(thief)
  const token = (page: string) => new RegExp(`/${page}#token=([\\w.-]+)`).exec(text)![1]!
  expect((await call('POST', '/api/profile/email/undo', { body: { token: token('email-undo') } })).status).toBe(200)
  expect(await shop.db.query(sql`select email from members where id = ${moved.id}`)).toEqual([{ email: ADA.email }])
  // The address is taken now, by its owner of before.
  expect((await confirm(token('confirm-registration'), ADA.password)).body.msg).toBe('register.addressTaken')

  // After the days in which it can be taken back it is an address like any other; so is one whose change was taken back.
  await shop.db.run(sql`update members set email = ${thief}, email_key = ${thief} where id = ${moved.id}`)
  await register({ ...ADA, username: 'Again' })
  await mailTo(ADA.email, 'registerConfirm')
  await shop.db.run(sql`update email_changes set undone_at = null, confirmed_at = now() - interval '8 days'`)
  await register({ ...ADA, username: 'Later' })
  expect((await confirm(await registrationLink(ADA.email, 2), ADA.password)).status).toBe(200)
})

test('a link of somebody’s making, one of another kind, and one older than a week open nothing', async () => {
  await register(ADA)
  const token = await registrationLink(ADA.email)
  const [id, signature] = token.split('.') as [string, string]
  for (const wrong of ['x', `${id}.${'A'.repeat(43)}`, `00000000-0000-4000-8000-000000000000.${signature}`])
    expect(await confirm(wrong, ADA.password)).toMatchObject({ status: 422, body: { msg: 'message.linkErr' } })
  expect((await call('GET', `/api/verify?code=${token}`)).body.msg).toBe('message.linkErr')
  await shop.db.run(sql`update registrations set created_at = now() - interval '8 days'`)
  expect(await confirm(token, ADA.password)).toMatchObject({ status: 422, body: { msg: 'message.linkErr' } })
  await forgetRegistrations(shop.db, 7, 100)
  expect(await shop.db.query(sql`select 1 from registrations`)).toEqual([])
  expect(await members()).toEqual([])
})

test('a mailbox is not filled by strangers who register it: the answers stay the same', async () => {
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await register({ ...ADA, username: `Name ${i}` }))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  await jobsDone()
  expect(await mails()).toHaveLength(2)
  // What nobody was written about is kept for nobody.
  expect(await shop.db.query(sql`select 1 from registrations`)).toHaveLength(2)
  // Who registers it elsewhere, perhaps its owner, gets his mail, and then it is enough for this hour.
  for (const at of ['203.0.113.7', '203.0.113.8'])
    await register({ ...ADA, username: `Name at ${at}` }, {}, { 'x-forwarded-for': at })
  await jobsDone()
  expect(await mails()).toHaveLength(3)
})

test('so many registrations a minute come from one address, by a variable', async () => {
  const strict = await openTestShop({ REGISTRATIONS_PER_MINUTE: '4' })
  try {
    await withinOneMinute(strict, async () => {
      const statuses = []
      for (let i = 0; i < 6; i++) statuses.push((await strict.call('POST', '/api/register', { body: {} })).status)
      expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
    })
  } finally {
    await strict.close()
  }
})
