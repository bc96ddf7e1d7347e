// Passkeys of people who work here, with the browser's own virtual authenticator: added on their account's page, signed in with at the
// door and over a page, proved with, removed.
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { named, withAuthenticator } from './support/authenticator.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { looksRight, picture, wordsOf } from './support/office.ts'
import { signInStaff, signOutOnTheWay } from './support/staff.ts'

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  baseURL: async ({}, use) => use(named()),
})

const pressIn = (within: Pick<Page, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a passkey is added, opens the door, renews a session over the page, proves and is removed (${language})`, async ({
    page,
    context,
    ground,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const { cdp, id } = await withAuthenticator(context, page)
    const eve = await signInStaff(context, ground, { at: named() })
    await page.goto('/office/me')
    const own = page.getByRole('region', { name: t('staff.me.passkeys') })
    await expect(own.getByText(t('staff.me.passkeysEmpty'))).toBeVisible()
    await pressIn(own, t('staff.me.passkeyAdd'))
    await expect(page.getByText(t('staff.me.passkeyAddedDone'))).toBeVisible()
    // A message that stands over the page is a list's item, too.
    const row = own.locator('li:not(.toast)')
    await expect(row).toContainText(t('staff.me.passkeyUnused'))
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
    expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

    await pressIn(row, t('staff.me.passkeyRename'))
    const renaming = page.getByRole('dialog', { name: t('staff.me.passkeyRename') })
    await renaming.getByLabel(t('staff.me.passkeyName')).fill('My <b>phone</b>')
    await pressIn(renaming, t('staff.me.passkeyRename'))
    await expect(row).toContainText('My <b>phone</b>')
    await looksRight(page)
    await picture(page, `passkeys-${language}`)
    // The same device makes no second one.
    await pressIn(own, t('staff.me.passkeyAdd'))
    await expect(own.getByText(t('passkey.known'))).toBeVisible()

    await page.getByRole('button', { name: t('frame.signOut') }).click()
    await expect(page.getByRole('heading', { name: t('door.title') })).toBeVisible()
    await looksRight(page)
    await picture(page, `door-${language}`)
    await pressIn(page, t('door.passkey'))
    await expect(page.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()

    // His session ends while he types: a finger renews it over the page, and what he typed is sent.
    await page.goto('/office/me')
    await expect(row).toBeVisible()
    await pressIn(row, t('staff.me.passkeyRename'))
    await renaming.getByLabel(t('staff.me.passkeyName')).fill('Pocket')
    await signOutOnTheWay(page, '**/prod-api/office/me/passkeys/*/rename', { db: ground.db, staffId: eve.id })
    await pressIn(renaming, t('staff.me.passkeyRename'))
    const over = page.getByRole('dialog', { name: t('door.overTitle') })
    await expect(over).toBeVisible()
    await looksRight(page)
    await pressIn(over, t('door.passkey'))
    await expect(over).toBeHidden()
    await expect(row).toContainText('Pocket')

    await ground.db.run(
      sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${eve.id}`,
    )
    await pressIn(row, t('staff.me.passkeyRemove'))
    const removing = page.getByRole('dialog', { name: t('staff.me.passkeyRemove') })
    await pressIn(removing, t('staff.me.passkeyRemove'))
    const proof = page.getByRole('dialog', { name: t('door.proveTitle') })
    await expect(proof).toBeVisible()
    await looksRight(page)
    await picture(page, `proof-${language}`)
    await pressIn(proof, t('door.passkeyProve'))
    await expect(page.getByText(t('staff.me.passkeyRemoved'))).toBeVisible()
    await expect(own.getByText(t('staff.me.passkeysEmpty'))).toBeVisible()

    // What the device still has opens nothing any more.
    await page.getByRole('button', { name: t('frame.signOut') }).click()
    await pressIn(page, t('door.passkey'))
    await expect(page.getByText(t('office.passkeyRefused'))).toBeVisible()
    await page.goto('/office/audit')
    await expect(page.getByRole('heading', { name: t('door.title') })).toBeVisible()
    // The browser itself notes every answer that is none of 200.
    expect(troubles.splice(0).filter((text) => !/40[13]|422/.test(text))).toEqual([])
  })

test('who declines stays where he is, and at an address of digits the page says why there are none', async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { cdp, id } = await withAuthenticator(context, page)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await signInStaff(context, ground, { at: named() })
  await page.goto('/office/me')
  await pressIn(page, t('staff.me.passkeyAdd'))
  await expect(page.getByText(t('passkey.declined'))).toBeVisible()
  await expect(page.getByText(t('staff.me.passkeysEmpty'))).toBeVisible()
  await context.clearCookies()
  await page.goto('/office/sign-in')
  await pressIn(page, t('door.passkey'))
  await expect(page.getByText(t('passkey.declined'))).toBeVisible()

  await page.goto(`${process.env.SHOP_URL}/office/sign-in`)
  await pressIn(page, t('door.passkey'))
  await expect(page.getByText(t('passkey.address'))).toBeVisible()
  const link = page.getByRole('link', { name: t('passkey.open', { address: new URL(named()).host }) })
  await expect(link).toHaveAttribute('href', `${named()}/office/sign-in`)
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
