// Passkeys with the browser's own virtual authenticator: added on /my-security, signed in with, proved with, removed. Browsers
// make none for an address of digits, so the shop is opened under the name of its machine.
import { readFileSync } from 'node:fs'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { named, withAuthenticator } from './support/authenticator.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'

const PASSWORD = 'correct horse'

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  baseURL: async ({}, use) => use(named()),
})

for (const language of ['en-US', 'ar'])
  test(`a passkey is added, signs in, proves its member and is removed (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = memberWordsOf(language)
    const { cdp, id } = await withAuthenticator(context, page)
    const member = await addMember({ db }, { password: PASSWORD })
    await signIn(context, member, named())
    await page.goto(inLanguage('/my-security', language))
    await expect(page.getByText(t('security.passkeysEmpty'))).toBeVisible()
    await page.getByRole('button', { name: t('security.passkeyAdd') }).click()
    await expect(page.getByText(t('security.passkeyAdded'))).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: t('security.passkeyUnused') })
    await expect(row).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
    expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

    await row.getByRole('button', { name: t('security.passkeyRename') }).click()
    const renaming = page.getByRole('dialog', { name: t('security.passkeyRename') })
    await renaming.getByLabel(t('security.passkeyName')).fill('My phone')
    await renaming.getByRole('button', { name: t('security.passkeySave') }).click()
    const phone = page.getByRole('listitem').filter({ hasText: 'My phone' })
    await expect(phone).toHaveCount(1)

    // The same device makes no second one.
    await page.getByRole('button', { name: t('security.passkeyAdd') }).click()
    await expect(page.getByText(t('passkey.known'))).toBeVisible()

    await context.clearCookies()
    // Whether the browser offers it in the field is tried below; here the button is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.goto(inLanguage('/login', language))
    expect(await axe(page)).toEqual([])
    await page.getByRole('checkbox', { name: t('login.remember') }).check()
    await page.getByRole('button', { name: t('login.passkey') }).click()
    await page.waitForURL((url) => url.pathname === '/')
    const [cookie] = (await context.cookies(`${named()}/prod-api`)).filter(({ name }) => name === 'token')
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(80_000)

    await db.run(sql`update sessions set proved_at = now() - interval '1 hour' where member_id = ${member.id}`)
    await page.goto('/my-security')
    await expect(page.getByText(t('security.by.passkey'))).toBeVisible()
    await phone.getByRole('button', { name: t('security.passkeyRemove') }).click()
    const question = page.getByRole('dialog', { name: t('security.passkeyRemoveTitle') })
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: t('security.passkeyRemove') }).click()
    const proof = page.getByRole('dialog', { name: t('security.proveTitle') })
    await proof.getByRole('button', { name: t('security.usePasskey') }).click()
    await expect(page.getByText(t('security.passkeyRemoved'))).toBeVisible()
    await expect(page.getByText(t('security.passkeysEmpty'))).toBeVisible()

    // What the device still has opens nothing any more, and the password does.
    await context.clearCookies()
    await page.goto(inLanguage('/login', language))
    await page.getByRole('button', { name: t('login.passkey') }).click()
    await expect(
      page.getByText(JSON.parse(readFileSync(`src/locales/server/${language}.json`, 'utf8')).login.passkeyRefused),
    ).toBeVisible()
    // The browser itself notes every answer that is none of 200: one that asks for a proof, one that refuses the passkey.
    await expect.poll(() => troubles.length).toBe(2)
    troubles.splice(0)
  })

test('the browser offers passkeys where it fills in names', async ({ page, context, db }) => {
  await withAuthenticator(context, page)
  const member = await addMember({ db })
  await signIn(context, member, named())
  const t = memberWordsOf('en-US')
  await page.goto('/my-security')
  await page.getByRole('button', { name: t('security.passkeyAdd') }).click()
  await expect(page.getByText(t('security.passkeyAdded'))).toBeVisible()
  await context.clearCookies()
  // The list below a field belongs to the browser, and this one has no windows: what it answers when somebody chooses.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true)
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = async (options) => {
      if (options?.mediation !== 'conditional') return get(options)
      await new Promise((choose) => document.addEventListener('chosen', choose))
      return get({ publicKey: options.publicKey })
    }
  })
  const offered = page.waitForResponse((answer) => answer.url().endsWith('/api/login/passkey/begin'))
  await page.goto('/login')
  await offered
  await expect(page.getByLabel(t('login.name'))).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('chosen')))
    expect(new URL(page.url()).pathname).toBe('/')
  }).toPass()
})

test('who declines stays where he is, and at an address of digits the page says why there are none', async ({
  page,
  context,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await page.goto(`${process.env.SHOP_URL}/my-security`)
  await expect(page.getByText(t('security.passkeysAddress'))).toBeVisible()
  const link = page.getByRole('link', { name: t('security.passkeysOpen', { address: new URL(named()).host }) })
  await expect(link).toHaveAttribute('href', `${named()}/my-security`)
  await expect(page.getByRole('button', { name: t('security.passkeyAdd') })).toHaveCount(0)

  const { cdp, id } = await withAuthenticator(context, page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await signIn(context, member, named())
  await page.goto('/my-security')
  await page.getByRole('button', { name: t('security.passkeyAdd') }).click()
  await expect(page.getByText(t('passkey.declined'))).toBeVisible()
  await expect(page.getByText(t('security.passkeysEmpty'))).toBeVisible()
})

test('a passkey that is asked for where the connection has gone is not waited for', { tag: '@once:phone' }, async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await withAuthenticator(context, page)
  await signIn(context, await addMember({ db }, { password: PASSWORD }), named())
  await page.goto('/my-security')
  const add = page.getByRole('button', { name: t('security.passkeyAdd') })
  await expect(add).toBeVisible()
  // It goes behind the first answer, before the code that speaks with the browser was ever fetched.
  await page.route('**/api/profile/passkeys/begin', async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await add.click()
  await expect(page.getByText(wordsOf('en-US')('error.offline')).first()).toBeVisible()
  await context.setOffline(false)
  await page.unroute('**/api/profile/passkeys/begin')
  await add.click()
  await expect(page.getByText(t('security.passkeyAdded'))).toBeVisible()
  troubles.splice(0)
})
