// A file that is sent to a shop that says nothing any more: it is given up, and said so where it was chosen.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { OFFLINE } from './support/lost-answer.ts'
import { memberWordsOf, test } from './support/members.ts'
import { enterDemo, wordsOf } from './support/office.ts'

const picture = async () => ({
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 80, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer(),
})

/** Nothing is answered there any more. `asked`: once it was. */
async function silence(page: Page, call: string) {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  await page.route(`**/prod-api${call}`, () => resolve())
  return { asked }
}

test('a file of a ticket that nobody answers is given up after a while, and can be chosen again', {
  tag: '@once:phone',
}, async ({ page, member: _ }) => {
  const t = memberWordsOf('en-US')
  await page.clock.install()
  await page.goto('/my-support#new')
  const choose = page.getByLabel(t('support.addFiles'))
  const { asked } = await silence(page, '/api/profile/tickets/files')
  await choose.setInputFiles(await picture())
  await asked
  await page.clock.fastForward(36_000)
  await expect(page.getByText(OFFLINE)).toBeVisible()

  await page.unrouteAll()
  await page.getByRole('button', { name: t('support.removeFile', { name: 'screen.png' }) }).click()
  await choose.setInputFiles(await picture())
  await expect(page.locator('form img')).toHaveCount(1)
})

test('a picture of a product that nobody answers is given up after a while, and can be chosen again', {
  tag: '@once:desktop',
}, async ({ page, db }) => {
  const t = wordsOf('en-US')
  const { id } = await db.one<{ id: number }>(sql`
    insert into products (category_id, slug, name, is_draft)
    select min(id), ${`draft-${randomUUID()}`}, '{"en-US":"Draft with a picture"}', true from categories returning id`)
  await page.clock.install()
  await enterDemo(page, `/office/catalogue/${id}`)
  const part = page.locator('section#picture')
  const choose = part.getByLabel(t('pictures.choose'))
  const { asked } = await silence(page, '/office/pictures')
  await choose.setInputFiles(await picture())
  await asked
  await page.clock.fastForward(36_000)
  await expect(part.getByRole('alert')).toContainText(t('error.offline'))

  await page.unrouteAll()
  await choose.setInputFiles(await picture())
  await expect(part.getByText(t('pictures.uploaded'))).toBeVisible()
})
