// Mails as their reader's screen shows them: what is longer than a line makes none of them wider than it, and keys are broken
// between their groups.
import { FACE } from '#rooms/mail/face.testing.ts'
import { writeLetter } from '#rooms/mail/letter.ts'
import { writeOrderMail } from '#rooms/mail/write.ts'
import { tooWide } from './support/checks.ts'
import { expect, KEY_LANGUAGES, test } from './support/fixtures.ts'

const face = { ...FACE, origin: process.env.SHOP_URL! }
const EMAIL = 'maximilian.mustermann-schneider@a-very-long-company-name.example'
const LINK = `https://shop.example/success-payment?order_no=23456ABCDE#access=${'AQ9belEIRUdeRCV80Yuh14g'.repeat(4)}`

for (const locale of KEY_LANGUAGES)
  test(`a long address and a long link are broken, in a letter and below it (${locale})`, async ({ page }) => {
    const facts = [
      { label: 'letters.withdrawal.email', value: EMAIL },
      { label: 'letters.enquiry.message', value: LINK },
    ] as const
    const { html } = writeLetter({
      template: 'withdrawalReceived',
      locale,
      face: { ...face, supportEmail: EMAIL },
      facts: [...facts],
    })
    await page.setContent(html)
    for (const width of [360, 700]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await tooWide(page), `${width}`).toEqual([])
    }
  })

test('a key that is longer than a line is broken between its groups', async ({ page }) => {
  const key = 'WXCVB-QW3RT-8SDFG-HJKLM-PYXCV'
  const at = new Date('2026-11-01T10:00:00Z')
  const { html } = writeOrderMail({
    template: 'delivery',
    locale: 'de',
    face,
    orderNo: '23456ABCDE',
    placedAt: at,
    expiresAt: at,
    method: 'PayPal',
    parts: [],
    total: '€\u00a01.00',
    link: LINK,
    waiver: null,
    lines: [
      {
        ...{ name: 'Game', version: '', cover: undefined, quantity: 1, total: '€\u00a01.00', isAccount: false },
        ...{ keys: [key], activation: [], redeem: undefined },
      },
    ],
  })
  await page.setViewportSize({ width: 360, height: 900 })
  await page.setContent(html)
  const lines = await page.getByText(key, { exact: true }).evaluate((element) => {
    const text = element.firstChild as Text
    const topOf = (at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().top
    }
    const starts = [...text.data].map((_, at) => at).filter((at) => at === 0 || topOf(at) !== topOf(at - 1))
    return starts.map((start, n) => text.data.slice(start, starts[n + 1]))
  })
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(0, -1).every((line) => line.endsWith('-'))).toBe(true)
  expect(await tooWide(page)).toEqual([])
})
