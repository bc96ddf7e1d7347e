// Somebody who knows the password is in the account when its owner protects it: nothing that he has begun goes on (decision F3).
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { askForAddress } from '#rooms/members/email.testing.ts'
import { linkToken } from '#rooms/members/links.ts'
import { passkeysAt } from '#rooms/passkeys/members.testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { signIn } from '#rooms/sessions/member.testing.ts'
import { makePasskey } from '#rooms/webauthn/authenticator.testing.ts'
import { type Answer, addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'

const PASSWORD = 'correct horse'

let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  at = passkeysAt(shop)
})
afterAll(() => shop.close())
// Each test has a minute of its own.
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

type Browser = Pick<TestMember, 'cookie'>

/** A member, and the browser of somebody else who is signed in as he is. */
async function shared(): Promise<{ member: TestMember; thief: Browser }> {
  const member = await addMember(shop, { password: PASSWORD })
  return { member, thief: await signIn(shop, member.id) }
}

async function turnOn(member: TestMember): Promise<void> {
  const { secret } = (await at.as(member, 'POST', '/api/profile/totp/begin')).body.data
  const code = generateSync({ secret })
  expect((await at.as(member, 'POST', '/api/profile/totp/confirm', { code })).status).toBe(200)
}

const confirmed = async (browser: Browser, id: string) => {
  const token = linkToken(shop.shop.ground.keyring, 'email', id)
  const { status, body } = await at.as(browser, 'POST', '/api/profile/email/confirm', { token })
  return [status, body.msg]
}

const seal = async (names: string[], password: string) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sealForTest(shop.call, password)])))

test('a change of address that was asked for before codes were on is not confirmed afterwards; asked for anew it is', async () => {
  const { member, thief } = await shared()
  const asked = await askForAddress(shop, member, thief, `thief-${member.email}`)
  await turnOn(member)
  expect(await confirmed(thief, asked)).toEqual([422, 'message.linkErr'])
  expect((await at.as(member, 'GET', '/api/profile/email')).body.data).toBeNull()
  const own = await askForAddress(shop, member, member, `new-${member.email}`)
  expect(await confirmed(member, own)).toEqual([200, 'ok'])
})

test('nor is one that was asked for before the password was changed', async () => {
  const { member, thief } = await shared()
  const asked = await askForAddress(shop, member, thief, `thief-${member.email}`)
  const body = { ...(await seal(['oldPwd'], PASSWORD)), ...(await seal(['newPwd', 'confirmPwd'], 'a new plum 7')) }
  expect((await at.as(member, 'POST', '/api/profile/updatePwd', body)).status).toBe(200)
  expect(await confirmed(await signIn(shop, member.id), asked)).toEqual([422, 'message.linkErr'])
})

/** What is answered to calls that were let in before the owner turned codes on, and whose turn comes after that. */
async function behindCodes(member: TestMember, calls: (() => Promise<Answer>)[]): Promise<unknown[][]> {
  const { secret } = (await at.as(member, 'POST', '/api/profile/totp/begin')).body.data
  const waiting = async () =>
    (
      await shop.db.query(sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    ).length
  let answered = 0
  const { turned, answers } = await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${member.id} for update`)
    const turned = at.as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret }) })
    await until(async () => (await waiting()) === 1, 'the owner waits')
    const answers = calls.map((call) => call().finally(() => answered++))
    await until(
      async () => answered + (await waiting()) === 1 + calls.length,
      'the thief waits behind him, or does not',
    )
    return { turned, answers }
  })
  expect((await turned).status).toBe(200)
  return (await Promise.all(answers)).map(({ status, body }) => [status, body.msg])
}
const PROVE_AGAIN = [403, 'login.proveAgain']

test('what was let in before codes were on, and waits until they are, makes no passkey, removes none and ends no codes', async () => {
  const { member, thief } = await shared()
  const own = await at.add(member)
  const begun = (await at.as(thief, 'POST', '/api/profile/passkeys/begin')).body.data
  const { answer } = makePasskey(begun, at.origin)
  const answers = await behindCodes(member, [
    () => at.as(thief, 'POST', '/api/profile/passkeys', answer),
    () => at.as(thief, 'DELETE', `/api/profile/passkeys/${own.said.body.data.id}`),
    () => at.as(thief, 'DELETE', '/api/profile/totp'),
    () => at.as(thief, 'POST', '/api/profile/totp/recovery'),
  ])
  expect(answers).toEqual([PROVE_AGAIN, PROVE_AGAIN, PROVE_AGAIN, PROVE_AGAIN])
  expect(await at.listed(member)).toMatchObject([{ id: own.said.body.data.id }])
  expect((await at.as(member, 'GET', '/api/profile/totp')).body.data.isOn).toBe(true)
})

test('nor does it ask for another address, change the password or close the account', async () => {
  const { member, thief } = await shared()
  const password = { ...(await seal(['oldPwd'], PASSWORD)), ...(await seal(['newPwd', 'confirmPwd'], 'a new plum 7')) }
  const answers = await behindCodes(member, [
    () => at.as(thief, 'POST', '/api/profile/email', { email: `thief-${member.email}` }),
    () => at.as(thief, 'POST', '/api/profile/updatePwd', password),
    () => at.as(thief, 'POST', '/api/profile/erase', { confirmed: true }),
  ])
  expect(answers).toEqual([PROVE_AGAIN, PROVE_AGAIN, PROVE_AGAIN])
  expect((await at.as(member, 'GET', '/api/profile/email')).body.data).toBeNull()
})
