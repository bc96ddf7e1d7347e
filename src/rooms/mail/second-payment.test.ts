// What is told of money that goes back: because an order was paid twice, that the order stays as it is; to the balance that it came
// from, that it is there.
import { expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { FACE } from './face.testing.ts'
import { writeLetter } from './letter.ts'
import { writeOrderMail } from './write.ts'

const amount = '$\u00a05.33'
const at = new Date('2026-11-01T10:00:00Z')

test.each(LOCALES.map(({ code }) => code))('%s: of a payment beside the one that has paid it', (locale) => {
  const t = serverWords(locale)
  const order = {
    ...{ locale, face: FACE, orderNo: '23456ABCDE', placedAt: at, expiresAt: at, method: 'PayPal', amount },
    ...{ parts: [], total: '$\u00a05.25', link: 'https://shop.example/', waiver: null, lines: [] },
  }
  const [first, second] = [false, true].map(
    (isSecond) => writeOrderMail({ ...order, template: 'refund', isSecond }).text,
  )
  expect(first).toContain(t('mail.refund.intro', { amount }))
  expect(second).toContain(t('mail.refund.introSecond', { amount }))
  const own = writeOrderMail({ ...order, template: 'refund', isFromBalance: true }).text
  expect(own).toContain(t('mail.refund.introFromBalance', { amount }))
  expect(own).not.toContain(t('mail.refund.intro', { amount }))
  const topUp = { template: 'topUpRefund', locale, face: FACE, values: { amount, orderNo: '23456ABCDE' } }
  expect(writeLetter(topUp).text).toContain(t('letters.topUpRefund.intro', { amount }))
  expect(writeLetter({ ...topUp, isSecond: true }).text).toContain(t('letters.topUpRefund.introSecond', { amount }))
  for (const key of [
    'mail.refund.introSecond',
    'mail.refund.introFromBalance',
    'letters.topUpRefund.introSecond',
  ] as const)
    expect(t(key, { amount })).toContain(amount)
})
