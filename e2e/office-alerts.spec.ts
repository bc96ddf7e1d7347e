// Where alerts are told, in a browser: what is set up, how it does, and a test of it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from './support/fixtures.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'
import { startShop } from './support/shop.ts'

interface Told {
  origin: string
  /** What the operator's own machine answers. */
  answers: { status: number }
  where: string
}

const SECRET = `whsec_${Buffer.from('thirty-two bytes that nobody has').toString('base64')}`

/** A shop that tells a machine of its operator's, and no chat. */
const test = base.extend<object, { told: Told }>({
  told: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const answers = { status: 204 }
      const receiver = createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(answers.status).end())
      })
      await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
      const where = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
      const shop = await startShop('told', {
        ALERTS_WEBHOOK_URL: `http://${where}/hooks`,
        ALERTS_WEBHOOK_SECRET: SECRET,
      })
      await use({ origin: shop.origin, answers, where })
      await shop.close()
      receiver.closeAllConnections()
      await new Promise((closed) => receiver.close(closed))
    },
    { scope: 'worker' },
  ],
  baseURL: ({ told }, use) => use(told.origin),
})

test.describe.configure({ mode: 'default' })

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a test goes out, is refused there and taken, and the page says how it does (${language})`, async ({
    page,
    told,
    troubles,
  }) => {
    const t = wordsOf(language)
    const words = (key: string) => t(`settings.alerts.${key}`)
    await page.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await enterDemo(page, '/office/settings')
    const row = (name: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: words(`${name}.title`), exact: true }) })
    await expect(row('mail')).toContainText('@')
    await expect(row('telegram')).toContainText(words('off'))
    await expect(row('telegram').getByRole('button')).toHaveCount(0)
    await expect(row('webhook')).toContainText(told.where)

    const dialog = page.getByRole('dialog', { name: words('test') })
    const send = () => dialog.getByRole('button', { name: words('test') }).click()
    told.answers.status = 500
    await row('webhook')
      .getByRole('button', { name: words('test') })
      .click()
    await looksRight(page)
    await send()
    await expect(dialog.getByText(t('settings.refused.channelStatus'))).toBeVisible()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(row('webhook')).toContainText(words('why.status'))
    await looksRight(page)
    await row('webhook').scrollIntoViewIfNeeded()
    await picture(page, `failing-${language}`)

    told.answers.status = 204
    await row('webhook')
      .getByRole('button', { name: words('test') })
      .click()
    await send()
    await expect(dialog).toBeHidden()
    await expect(row('webhook')).toContainText(t('settings.alerts.taken', { at: '|' }).split('|')[0]!)
    expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
  })
