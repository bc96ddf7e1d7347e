// Reviews of a product and of the shop: how they are read and written.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING } from './support/goods.ts'
import { loseAnswer, OFFLINE, unlessLost } from './support/lost-answer.ts'

const t = wordsOf('en-US')

/** Reviews are counted per address (one a minute): each writer has his own. */
async function asNewVisitor(page: Page) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}` })
}

test('forced colours: the part of each bar that is filled stands out from its track, and the track has an edge', {
  tag: '@once:phone',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${ELDEN_RING}#ratings`)
  const bars = page.getByRole('table', { name: t('feedback.histogram') }).locator('svg')
  await expect(bars).toHaveCount(5)
  const looks = await bars.evaluateAll((all) =>
    all.map((bar) => {
      const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(bar)
      const { fill } = getComputedStyle(bar.querySelector('rect')!)
      return { track: backgroundColor, edge: borderTopWidth, edgeColour: borderTopColor, fill }
    }),
  )
  for (const { track, edge, edgeColour, fill } of looks) {
    expect(edge).not.toBe('0px')
    expect([fill, edgeColour]).not.toContain(track)
  }
})

test('five ratings are shown, five more at each press, and a long one unfolds', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.goto(`${ELDEN_RING}#ratings`)
  const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
  const more = page.getByRole('button', { name: t('feedback.showMore') })
  await expect(reviews).toHaveCount(5)
  await more.click()
  await expect(reviews).toHaveCount(10)
  await expect(reviews.nth(5)).toBeFocused()
  await more.click()
  await expect(reviews).toHaveCount(13)
  await expect(more).toBeHidden()
  await expect(page.getByText(t('feedback.shown', { shown: 13, total: 13 }))).toBeVisible()

  const long = reviews.filter({ hasText: 'The best thing I have played in ten years.' })
  const height = async () => (await long.boundingBox())!.height
  const folded = await height()
  await long.getByRole('button', { name: `${t('feedback.readMore')} (Ines)` }).click()
  expect(await height()).toBeGreaterThan(folded)
  await long.getByRole('button', { name: `${t('feedback.readLess')} (Ines)` }).click()
  expect(await height()).toBe(folded)
  await expect(page.getByRole('button', { name: `${t('feedback.readMore')} (Maya R.)` })).toHaveCount(0)

  const rows = page.getByRole('table', { name: t('feedback.histogram') }).getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText(t('feedback.share', { percent: 62 }))
})

test('a review that is published while one reads takes none of the others away', { tag: '@once:phone' }, async ({
  page,
}) => {
  // As the shop answers after a newer one: each page begins with the last of the page before.
  const rowsOf = async (address: string, number: number) => {
    const url = new URL(address)
    url.searchParams.set('pageNum', String(number))
    return (await (await page.request.get(url.href)).json()).rows as object[]
  }
  await page.route('**/api/bottom/feedbacks?*', async (route) => {
    const address = route.request().url()
    const number = Number(new URL(address).searchParams.get('pageNum'))
    const [before, here] = [await rowsOf(address, number - 1), await rowsOf(address, number)]
    await route.fulfill({ json: { code: 200, msg: 'ok', rows: [before.at(-1), ...here].slice(0, 5), total: 14 } })
  })
  await page.goto(`${ELDEN_RING}#ratings`)
  const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
  const more = page.getByRole('button', { name: t('feedback.showMore') })
  for (const shown of [5, 9, 13]) {
    await expect(reviews).toHaveCount(shown)
    if (shown < 13) await more.click()
  }
  await expect(more).toBeHidden()
})

for (const [place, path, opens] of [
  ['a product', '/strategy-games/stellaris#ratings', true],
  ['the shop', '/feedback', false],
] as const) {
  test(`a review of ${place} is written by keyboard, keeps what was typed, appears, and the next must wait`, {
    tag: '@once:phone',
  }, async ({ page, troubles }) => {
    await asNewVisitor(page)
    await page.goto(path)
    const write = page.getByRole('button', { name: t('feedback.write') })
    if (opens) {
      await write.focus()
      await page.keyboard.press('Enter')
    }
    const submit = page.getByRole('button', { name: t('feedback.send') })
    const name = page.getByRole('main').getByRole('textbox', { name: t('feedback.name') })
    const email = page.getByRole('main').getByRole('textbox', { name: t('feedback.email') })
    const content = page.getByRole('main').getByRole('textbox', { name: t('feedback.content') })
    const stars = page.getByRole('radiogroup').or(page.getByRole('group', { name: t('feedback.score') }))
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 5 }) })).toBeChecked()

    await submit.click()
    await expect(page.getByText(t('feedback.nameShort'))).toBeVisible()
    await expect(page.getByText(t('feedback.emailMissing'))).toBeVisible()
    await expect(page.getByText(t('feedback.contentShort'))).toBeVisible()
    await expect(name).toBeFocused()

    await stars.getByRole('radio', { name: t('feedback.stars_other', { count: 5 }) }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 4 }) })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(name).toBeFocused()
    await page.keyboard.type('Quinn')
    await page.keyboard.press('Tab')
    await page.keyboard.type('quinn@nowhere')
    await page.keyboard.press('Tab')
    await expect(page.getByText(t('feedback.emailFormat'))).toBeVisible()
    const text = `A fine thing, number ${randomInt(1_000_000)}.`
    await page.keyboard.type(text)
    await expect(
      page.getByText(t('feedback.used', { used: text.length, limit: 1000 }).replace('1000', '1,000')),
    ).toBeVisible()

    await page.reload()
    if (opens) await write.click()
    await expect(content).toHaveValue(text)
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 4 }) })).toBeChecked()
    await email.fill(`quinn-${randomInt(1_000_000)}@example.com`)
    await submit.click()
    await expect(page.getByText(t('message.submit'))).toBeInViewport()
    await expect(page.locator(':focus')).toContainText(t('message.submit'))
    // Others may write at the same time: it need not be the first.
    const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
    const mine = reviews.filter({ hasText: text })
    await expect(mine).toHaveCount(1)

    await page.reload()
    await expect(mine).toHaveCount(1)
    if (opens) await write.click()
    await expect(content).toHaveValue('')
    await name.fill('Quinn')
    await email.fill('somebody-else@example.com')
    await content.fill('And another thing, a moment later.')
    await submit.click()
    await expect(page.getByText(t('message.feedbackLimit'))).toBeVisible()
    await expect(content).toHaveValue('And another thing, a moment later.')
    // The browser reports the refusal, which is what is wanted here.
    expect(troubles.splice(0).every((trouble) => trouble.includes('422'))).toBe(true)
  })
}

test('a review whose answer was lost is the same one when it is sent again, also after a reload', {
  tag: '@once:phone',
}, async ({ page, troubles }) => {
  await asNewVisitor(page)
  await page.goto('/feedback')
  const text = `It came before I looked, number ${randomInt(1_000_000)}.`
  const field = (key: 'name' | 'email' | 'content') =>
    page.getByRole('main').getByRole('textbox', { name: t(`feedback.${key}`) })
  await field('name').fill('Quinn')
  await field('email').fill(`quinn-${randomInt(1_000_000)}@example.com`)
  await field('content').fill(text)
  await loseAnswer(page, '/api/bottom/saveFeedbacks')
  const send = page.getByRole('button', { name: t('feedback.send') })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: OFFLINE })).toBeVisible()
  await page.reload()
  await send.click()
  await expect(page.getByText(t('message.submit'))).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1)
  expect(unlessLost(troubles)).toEqual([])
})
