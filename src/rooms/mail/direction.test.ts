// Mails in a language that is written from right to left.
import { expect, test } from 'vitest'
import { serverWords } from '#platform/i18n/server-words.ts'
import { FACE } from './face.testing.ts'
import { writeLetter } from './letter.ts'
import { writeOrderMail } from './write.ts'

const amount = '$\u00a050.00'
const orderNo = '23456ABCDE'
const link = 'https://shop.example/my-account'
const bodyOf = (html: string) => html.slice(html.indexOf('<body'))

test('a letter’s amounts do not turn round, and what is copied from it is clean', () => {
  const { text, html } = writeLetter({
    template: 'toppedUp',
    locale: 'ar',
    face: FACE,
    values: { amount },
    facts: [
      { label: 'mail.orderNo', value: orderNo },
      { label: 'letters.topUp.amount', value: amount },
    ],
    link,
  })
  const lines = text.split('\n')
  expect(lines).toContain('أُضيف إلى رصيدك: \u2068$\u00a050.00\u2069')
  expect(lines).toContain(`رقم الطلب: ${orderNo}`)
  expect(lines).toContain(`عرض رصيدك: ${link}`)
  expect(lines).toContain('لديك سؤال؟ رُدّ على هذه الرسالة أو اكتب إلى help@shop.example.')
  expect(html).toContain(`أُضيف <bdi>${amount}</bdi> إلى رصيدك.`)
  expect(bodyOf(html)).not.toMatch(/[\u2066-\u2069]/)
})

test('nor do those of a mail about an order', () => {
  const at = new Date('2026-11-01T10:00:00Z')
  const { subject, text, html } = writeOrderMail({
    template: 'refund',
    locale: 'ar',
    face: FACE,
    orderNo,
    placedAt: at,
    expiresAt: at,
    method: 'PayPal',
    amount,
    parts: [{ part: 'goods', amount }],
    total: amount,
    link,
    waiver: null,
    lines: [],
  })
  expect(subject).toBe(`استرداد المال للطلب \u2068${orderNo}\u2069`)
  expect(text).toContain('لقد أعدنا \u2068$\u00a050.00\u2069 بالطريقة التي وصل بها.')
  expect(text).toContain('  المنتجات: \u2068$\u00a050.00\u2069\n')
  expect(text).toContain(`  رقم الطلب: ${orderNo}\n`)
  expect(html).toContain(`لقد أعدنا <bdi>${amount}</bdi> بالطريقة`)
  expect(bodyOf(html)).not.toMatch(/[\u2066-\u2069]/)
})

test('what our own words say of a wish is in the direction of the mail, and what was typed in its own', () => {
  const game = 'لعبة 5'
  const { html } = writeLetter({
    template: 'wishNews',
    locale: 'ar',
    face: FACE,
    values: { game },
    facts: [
      {
        label: 'letters.wish.available',
        value: serverWords('ar')('letters.wish.price', { name: game, price: amount }),
        link,
      },
      { label: 'letters.enquiry.message', value: 'Hello' },
    ],
    link,
  })
  // `auto` looks at nothing within a <bdi>, and where nothing else says otherwise it is left to right.
  expect(html).toMatch(new RegExp(`<dd [^>]*pre-wrap"><a [^>]*><bdi>${game}</bdi>`))
  expect(html).toMatch(/<dd [^>]*><bdi>Hello<\/bdi><\/dd>/)
  // With a direction of its own it would begin at the other side.
  expect(bodyOf(html)).not.toContain('dir=')
})

test('a product’s name, its steps and the words that were agreed to begin in another script where the mail’s lines begin', () => {
  const at = new Date('2026-11-01T10:00:00Z')
  const { html } = writeOrderMail({
    template: 'delivery',
    locale: 'ar',
    face: FACE,
    orderNo,
    placedAt: at,
    expiresAt: at,
    method: 'PayPal',
    amount,
    parts: [{ part: 'goods', amount }],
    total: amount,
    link,
    waiver: { text: 'I agree: my right of withdrawal ends', at: at.toISOString() },
    lines: [
      {
        name: 'Elden Ring',
        version: 'PC · Steam',
        cover: undefined,
        quantity: 2,
        total: amount,
        keys: ['AAAA-BBBB', 'CCCC-DDDD'],
        isAccount: false,
        activation: ['Open Steam'],
        redeem: undefined,
      },
    ],
  })
  expect(html).toContain('<bdi>Elden Ring</bdi></strong>')
  expect(html).toContain('<bdi>PC · Steam</bdi> <bdi>× 2</bdi>')
  expect(html).toContain('<bdi dir="ltr">AAAA-BBBB</bdi>')
  expect(html).toContain('<li><bdi>Open Steam</bdi></li>')
  expect(html).toContain('<bdi>I agree: my right of withdrawal ends</bdi></q>')
  // A block with a direction of its own would begin at the other side.
  expect(bodyOf(html)).not.toMatch(/<(?!bdi)\w+ [^>]*dir=/)
})
