// Whoever guesses passwords and codes of the back office has to work, and then has had his guesses.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { addStaff, codeNow, cookieOf, doors, PASSWORD } from './staff.testing.ts'

const secrets = makeSecrets()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { sealed, inbox, signIn } = doors(() => shop)

test('whoever guesses has to work, the more the more he guesses, and a right guess is none', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  await withinOneMinute(shop, async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn(ada.email, 'a wrong one', { code: '000000' })),
    )
    expect(answers.filter(({ body }) => body.msg === 'office.solveFirst')).toHaveLength(3)
    const asked = await signIn(ada.email, PASSWORD, { code: await codeNow(shop, ada) })
    expect(asked.body.msg).toBe('office.solveFirst')
    const altcha = solveForTest(asked.body.data.challenge)
    expect((await signIn(ada.email, PASSWORD, { code: await codeNow(shop, ada), altcha })).status).toBe(200)
    // Solved once, it counts once.
    expect((await signIn(ada.email, PASSWORD, { code: '000000', altcha })).body.msg).toBe('office.solveFirst')
  })
})

test('whoever knows an employee’s password has twenty wrong codes in ten minutes, from however many networks, and learns nothing of it; the employee’s browser still enters, he and the operator are told', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  let challenge: unknown
  let networks = 0
  const ask = async (proof: object, headers: Record<string, string> = {}) => {
    const altcha = challenge && solveForTest(challenge as Parameters<typeof solveForTest>[0])
    const body = { email: ada.email, password: await sealed(PASSWORD), ...proof, ...(altcha ? { altcha } : {}) }
    const from = { 'x-forwarded-for': `10.9.${networks++}.1`, ...headers }
    const answer = await shop.call('POST', '/office/session', { body, headers: from })
    challenge = answer.body.data?.challenge
    return answer
  }
  const refusal = async (proof: object) => {
    const { status, body } = await ask(proof)
    return [status, body.msg]
  }
  const entered = await ask({ code: await codeNow(shop, ada) })
  const device = /office-device=[\w-]{43}/.exec(entered.headers.get('set-cookie') ?? '')![0]
  for (let n = 0; n < 20; n++) expect(await refusal({ code: '000000' })).toEqual([422, 'office.wrong'])
  expect((await inbox(ada.email)).length).toBe(0)
  // The one that is right is looked at as little, and so is a code for a lost app.
  expect(await refusal({ code: await codeNow(shop, ada) })).toEqual([422, 'office.wrong'])
  expect(await refusal({ recoveryCode: ada.recoveryCodes[0] })).toEqual([422, 'office.wrong'])
  expect(await inbox(ada.email)).toEqual([{ template: 'staffCodesGuessed' }])
  const alert = () =>
    shop.db.one(sql`
      select count, resolved_at is null as "isOpen" from alerts where kind = 'staff.codesGuessed' and subject = ${ada.email}`)
  // One for each that was not looked at.
  expect(await alert()).toEqual({ count: 2, isOpen: true })
  const own = await ask({ code: await codeNow(shop, ada) }, { cookie: device })
  expect(own.status).toBe(200)
  // A new password ends it.
  const change = async (altcha?: string) => {
    const body = { password: await sealed(PASSWORD), newPassword: await sealed('Pear-Engine-8'), altcha }
    const headers = { cookie: `${cookieOf(own)}; ${device}` }
    return shop.call('POST', '/office/me/password', { body: { ...body, code: await codeNow(shop, ada) }, headers })
  }
  const changed = await change(solveForTest((await change()).body.data.challenge))
  expect(changed.status).toBe(200)
  expect(await alert()).toEqual({ count: 2, isOpen: false })
})

test('in a browser that the employee has used twenty wrong codes are the last, too, at the door and where he proves himself again; he and the operator are told', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  let challenge: unknown
  let networks = 0
  const ask = async (path: '/office/session' | '/office/prove', code: string, cookie = '') => {
    const altcha = challenge && solveForTest(challenge as Parameters<typeof solveForTest>[0])
    const claim = { password: await sealed(PASSWORD), code, ...(altcha ? { altcha } : {}) }
    const body = path === '/office/session' ? { email: ada.email, ...claim } : claim
    const answer = await shop.call('POST', path, {
      body,
      headers: { cookie, 'x-forwarded-for': `10.6.${networks++}.1` },
    })
    challenge = answer.body.data?.challenge
    return answer
  }
  const entered = await ask('/office/session', await codeNow(shop, ada))
  const browser = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const device = /office-device=[^;]+/.exec(browser)![0]
  const refused = async (n: number, code: string) => {
    const answer = await (n % 2 ? ask('/office/prove', code, browser) : ask('/office/session', code, device))
    return [answer.status, answer.body.msg]
  }
  for (let n = 0; n < 20; n++) expect(await refused(n, '000000')).toEqual([422, 'office.wrong'])
  expect(await inbox(ada.email)).toEqual([])
  for (let n = 0; n < 2; n++) expect(await refused(n, await codeNow(shop, ada))).toEqual([422, 'office.wrong'])
  expect(await inbox(ada.email)).toEqual([{ template: 'staffCodesGuessed' }])
  const alert = sql`select count from alerts where kind = 'staff.codesGuessed' and subject = ${ada.email}`
  expect(await shop.db.one(alert)).toEqual({ count: 2 })
  // Another browser has its own count.
  expect((await ask('/office/session', await codeNow(shop, ada))).status).toBe(200)
})
