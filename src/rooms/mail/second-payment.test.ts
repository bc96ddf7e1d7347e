// What is told of money that goes back: because an order was paid twice, that the order stays as it is; to the balance that it came
// from, that it is there.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { FACE } from './face.testing.ts'
import { writeLetter } from './letter.ts'
import { writeOrderMail } from './write.ts'

/** Words for whoever reads, as each language has them for a balance that is his and was paid from by him. */
const READER: Record<string, RegExp> = {
  'en-US': /\byour?\b/i,
  de: /\b(Ihr\w*|Sie)\b/,
  fr: /\b(votre|vous)\b/i,
  es: /\b(tu|pagaste|puedes)\b/i,
  it: /\b(tu\w|avevi|puoi)\b/i,
  pt: /\b(seu|sua|pagou|pode gast)/i,
  nl: /\b(je|had betaald)\b/i,
  pl: /Tw[oó]j|możesz/i,
  cz: /(?<!\p{L})(váš|vaš|můžete|platili)/iu,
  hu: /fiókja|egyenlegére|fizetett|elköltheti/i,
  ro: /dumneavoastră|puteți|ați plătit/i,
  ru: /(?<!\p{L})(ваш|вы(?!\p{L}))/iu,
  tr: /n[ıiuü]z|harcayabilir/i,
  ar: /رصيدك|حسابك|يمكنك/,
  ja: /お支払い|ご利用/,
  ko: /하[실신]/,
  'zh-CN': /您/,
  zh_tw: /您/,
}

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

test.each(LOCALES.map(({ code }) => code))('%s: of a balance whoever reads is not told that it is his', (locale) => {
  const pages: { order: { moneyOnBalance: string } } = JSON.parse(readFileSync(`src/locales/${locale}.json`, 'utf8'))
  // A friend gets the keys and their mails, and opens the page by a link.
  for (const words of [serverWords(locale)('mail.refund.introFromBalance', { amount }), pages.order.moneyOnBalance])
    expect(words).not.toMatch(READER[locale]!)
})
