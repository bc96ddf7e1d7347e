// /my-support: asking with a picture, reading the answer, going on (specification §2; decisions A10, F10).
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sql } from '#platform/database/sql.ts'
import { createEvents } from '#platform/events/events.ts'
import { TICKET_ANSWERED } from '#rooms/tickets/events.ts'
import { answerTicket } from '#rooms/tickets/hands.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { loseAnswer, OFFLINE, unlessLost } from './support/lost-answer.ts'
import { memberWordsOf, test } from './support/members.ts'

const png = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer()

/** As phones name a picture of the screen: no line holds it. */
const LONG_NAME = `屏幕截图 2026-11-30 上午 09.12.33 ${'这是一个很长的名字'.repeat(3)}.png`

/** As a picture of the screen comes from the clipboard. */
async function paste(page: Page, field: string, bytes: Buffer) {
  await page.getByLabel(field).evaluate((element, base64) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    data.items.add(new File([content], 'pasted.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, bytes.toString('base64'))
}

for (const language of ['en-US', 'ar'])
  test(`a member asks with a picture, reads the answer and goes on (${language})`, async ({
    page,
    member: _,
    db,
    troubles,
  }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-support', language))
    await expect(page.getByRole('heading', { name: t('support.empty') })).toBeVisible()
    expect(await tooWide(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await page
      .getByRole('link', { name: t('support.new') })
      .first()
      .click()

    await page.getByRole('button', { name: t('support.send') }).click()
    await expect(page.getByText(t('support.error.subject'))).toBeVisible()
    await expect(page.getByText(t('support.error.topic'))).toBeVisible()
    await page.getByLabel(t('support.subject')).fill('My key does not work')
    await page.getByLabel(t('support.topic'), { exact: true }).selectOption('key')
    await page.getByLabel(t('support.text')).fill('See the picture.')
    await page.getByLabel(t('support.addFiles')).setInputFiles([
      { name: LONG_NAME, mimeType: 'image/png', buffer: await png() },
      { name: 'page.html', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
    ])
    await paste(page, t('support.text'), await png())
    await expect(page.getByText(t('support.file.notTaken'))).toBeVisible()
    // The browser itself notes every answer that is none of 200.
    expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
    await expect(page.locator('form img')).toHaveCount(2)
    // Nothing goes off without what was to go with it.
    await page.getByRole('button', { name: t('support.send') }).click()
    await expect(page.getByRole('alert').filter({ hasText: t('support.notUploaded') })).toBeVisible()
    await expect(page.getByLabel(t('support.text'))).toHaveValue('See the picture.')
    await page.getByRole('button', { name: t('support.removeFile', { name: 'page.html' }) }).click()
    await expect(page.getByText(t('support.notUploaded'))).toHaveCount(0)
    await expect(page.locator('form img')).toHaveCount(2)
    expect(await tooWide(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: t('support.send') }).click()

    await page.waitForURL(/\/my-support.*#[0-9a-f-]{36}$/)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { name: 'My key does not work' })).toBeVisible()
    await expect(article.getByText(t('support.states.open'))).toBeVisible()
    const pictures = article.getByRole('list', { name: t('support.files') }).locator('img')
    await expect(pictures).toHaveCount(2)
    await expect.poll(() => pictures.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
    expect(await tooWide(page)).toEqual([])

    const ticketId = new URL(page.url()).hash.slice(1)
    const answer = { id: randomUUID(), ticketId, text: 'Here is another one.', by: 'olga' }
    const events = createEvents([TICKET_ANSWERED])
    await db.transaction((tx) => answerTicket(tx, { events, mailDomain: () => 'localhost' }, answer))
    await page.reload()
    await expect(article.getByText('Here is another one.')).toBeVisible()
    await expect(article.getByText(t('support.states.answered'))).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.getByLabel(t('support.reply')).fill('Thank you!')
    await page.getByRole('button', { name: t('support.send') }).click()
    await expect(article.getByText('Thank you!', { exact: true })).toBeVisible()
    await expect(page.getByLabel(t('support.reply'))).toHaveValue('')
    await page.getByRole('button', { name: t('support.close') }).click()
    await expect(article.getByText(t('support.states.closed'))).toBeVisible()

    await page.getByRole('link', { name: t('support.back') }).click()
    await expect(page.getByRole('link', { name: /My key does not work/ })).toBeVisible()
    expect(await tooWide(page)).toEqual([])
    expect(await axe(page)).toEqual([])
  })

test('a ticket that is somebody else’s or nobody’s is not there, and there is a way back', async ({
  page,
  member: _,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await page.goto(`/my-support#${randomUUID()}`)
  await expect(page.getByText(t('support.gone'))).toBeVisible()
  await page
    .getByRole('link', { name: t('support.back') })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: t('support.empty') })).toBeVisible()
  expect(troubles.splice(0)).toEqual([expect.stringContaining('404')])
})

test('after a lost answer the same ticket is sent once, also after a reload; a reply that was changed meanwhile is another', async ({
  page,
  db,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const send = page.getByRole('button', { name: t('support.send') })
  await page.goto('/my-support#new')
  await page.getByLabel(t('support.subject')).fill('My key does not work')
  await page.getByLabel(t('support.topic'), { exact: true }).selectOption('key')
  await page.getByLabel(t('support.text')).fill('It says: already used.')
  await loseAnswer(page, '/api/profile/tickets')
  await send.click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(t('support.text'))).toHaveValue('It says: already used.')
  await send.click()
  await page.waitForURL(/\/my-support.*#[0-9a-f-]{36}$/)
  expect(await db.query(sql`select from tickets where member_id = ${member.id}`)).toHaveLength(1)

  const article = page.getByRole('article')
  await page.getByLabel(t('support.reply')).fill('Please hurry.')
  await loseAnswer(page, '/api/profile/tickets/*/reply')
  await send.click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await page.getByLabel(t('support.reply')).fill('Please hurry. It is a present.')
  // One reply in some seconds.
  await expect(async () => {
    await send.click()
    await expect(page.getByLabel(t('support.reply'))).toHaveValue('', { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  for (const text of ['Please hurry.', 'Please hurry. It is a present.'])
    await expect(article.getByText(text, { exact: true })).toBeVisible()
  expect(unlessLost(troubles).filter((said) => !/422/.test(said))).toEqual([])
})

test('what is typed and attached between sending and the answer stays for the next reply', async ({
  page,
  member: _,
}) => {
  const t = memberWordsOf('en-US')
  const send = page.getByRole('button', { name: t('support.send') })
  const reply = page.getByLabel(t('support.reply'))
  await page.goto('/my-support#new')
  await page.getByLabel(t('support.subject')).fill('My key does not work')
  await page.getByLabel(t('support.topic'), { exact: true }).selectOption('key')
  await page.getByLabel(t('support.text')).fill('It says: already used.')
  await send.click()
  await page.waitForURL(/\/my-support.*#[0-9a-f-]{36}$/)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/profile/tickets/*/reply', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  const attach = async (name: string) =>
    page.getByLabel(t('support.addFiles')).setInputFiles({ name, mimeType: 'image/png', buffer: await png() })
  await reply.fill('Please hurry.')
  await attach('first.png')
  await expect(page.locator('form img')).toHaveCount(1)
  await send.click()
  await asked.promise
  await reply.fill('It is a present.')
  await attach('second.png')
  await expect(page.locator('form img')).toHaveCount(2)
  answer.resolve()
  await expect(page.getByRole('article').getByText('Please hurry.', { exact: true })).toBeVisible()
  await expect(page.locator('form img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: t('support.removeFile', { name: 'second.webp' }) })).toBeVisible()
  await expect(reply).toHaveValue('It is a present.')
  const lost = page.getByText(t('support.filesLost'))
  await expect(lost).toHaveCount(0)
  await page.reload()
  await expect(reply).toHaveValue('It is a present.')
  // The text is there again, and the file beside it is not.
  await expect(lost).toBeVisible()
  await page
    .getByLabel(t('support.addFiles'))
    .setInputFiles({ name: 'second.png', mimeType: 'image/png', buffer: await png() })
  await expect(page.locator('form img')).toHaveCount(1)
  await expect(lost).toHaveCount(0)
})

test('files that were refused take the place of no others', async ({ page, member: _, troubles }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-support#new')
  const input = page.getByLabel(t('support.addFiles'))
  const five = (file: (name: string) => { name: string; mimeType: string; buffer: Buffer }) =>
    input.setInputFiles(['a', 'b', 'c', 'd', 'e'].map(file))
  await five((name) => ({ name: `${name}.html`, mimeType: 'text/html', buffer: Buffer.from('<p>') }))
  await expect(page.getByText(t('support.file.notTaken'))).toHaveCount(5)
  const buffer = await png()
  await five((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }))
  await expect(page.locator('form img')).toHaveCount(5)
  await expect(page.getByText(t('support.file.most', { most: 5 }))).toHaveCount(0)
  await expect(input).toBeDisabled()
  expect(troubles.splice(0).filter((text) => !text.includes('422'))).toEqual([])
})
