// Writes a mail about an order: the same content as text and as HTML, in the shopper's language and direction.
import { formatMoment } from '#platform/i18n/moment.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { splitAccount } from '#rooms/vault/rules.ts'
import type { OrderTemplate } from './kinds.ts'
import { type MailFace, mailEnd } from './mail-page.ts'
import type { MailContent, MailLine, OrderWords } from './order-content.ts'
import { orderHtml } from './order-html.ts'

export interface WrittenMail {
  subject: string
  text: string
  html: string
  /** Where an answer goes: what sends may be an address that nobody reads. Absent in mails written before. */
  replyTo?: string
  /** Becomes the header `List-Unsubscribe`. */
  list?: { unsubscribe: string }
}

interface OrderMail extends MailContent {
  template: OrderTemplate
  locale: string
  face: MailFace
}

/** Mails about orders that may not be paid. */
const UNPAID: readonly OrderTemplate[] = [
  'unpaid',
  'underWay',
  'held',
  'heldUnpaid',
  'found',
  'ended',
  'takenBack',
  'givenUp',
]

/** Its buyer waits, and no payment was received or can go back. */
const FREE = {
  processing: { subject: 'mail.processing.subjectFree', intro: 'mail.processing.introFree' },
  held: { subject: 'mail.heldUnpaid.subject', intro: 'mail.held.introFree' },
} as const

/** Everything that is not from our own texts is escaped in the HTML part; no template language runs over data. */
export function writeOrderMail(mail: OrderMail): WrittenMail {
  const words = orderWords(mail)
  const { replyTo } = mail.face
  return { subject: words.subject, text: orderText(mail, words), html: orderHtml(mail, words), replyTo }
}

/** What is said of a refund that is no refund of the order, or has gone back to a balance already. */
function backFor({ isSecond, isFromBalance }: Pick<OrderMail, 'isSecond' | 'isFromBalance'>) {
  if (isSecond) return 'mail.refund.introSecond'
  return isFromBalance ? 'mail.refund.introFromBalance' : undefined
}

function orderWords({ template, locale, face, ...mail }: OrderMail): OrderWords {
  const t = serverWords(locale)
  const [first, ...others] = mail.lines
  const values = {
    orderNo: mail.orderNo,
    game: [first?.name, others.length > 0 && `+ ${others.length}`].filter(Boolean).join(' '),
    until: formatMoment(mail.expiresAt, locale),
    amount: mail.amount ?? '',
    dollars: mail.onBalance ?? '',
  }
  const say = (name: 'subject' | 'intro' | 'keep') => t(`mail.${template}.${name}`, values)
  const free = mail.isFree && (template === 'processing' || template === 'held') ? FREE[template] : undefined
  const unsure = mail.isUnsure && template === 'held'
  const other = free?.intro ?? (unsure ? 'mail.held.introUnsure' : template === 'refund' ? backFor(mail) : undefined)
  const intro = other ? t(other, values) : say('intro')
  const keep = free ? t('mail.ended.keep') : unsure ? t('mail.held.keepUnsure') : say('keep')
  const sum = face.hasVatId && !mail.isFree ? `${t('mail.sum')} (${t('mail.vat')})` : t('mail.sum')
  return {
    subject: free ? t(free.subject, values) : say('subject'),
    hello: t('mail.hello'),
    intro: mail.onBalance === undefined ? intro : t('mail.refund.introBalance', values),
    keep: [keep, mail.mayChooseRefund && t('mail.refundChoice')].filter(Boolean).join(' '),
    button: t(template === 'unpaid' ? 'mail.pay' : 'mail.openOrder'),
    receipt: t(free || UNPAID.includes(template) ? 'mail.order' : 'mail.receipt'),
    waiver: mail.waiver && {
      heading: t('mail.waiver', { when: formatMoment(mail.waiver.at, locale) }),
      text: mail.waiver.text,
    },
    parts: [
      ...mail.parts.map(({ part, amount }): [string, string] => [t(`mail.parts.${part}`), amount]),
      [sum, mail.total],
    ],
    facts: [
      ...(mail.method ? ([[t('mail.method'), mail.method]] as [string, string][]) : []),
      [t('mail.orderNo'), mail.orderNo],
      [t('mail.placed'), formatMoment(mail.placedAt, locale)],
    ],
    fields(line, key) {
      const account = line.isAccount ? splitAccount(key) : undefined
      if (!account) return [['', key]]
      return [
        [t('mail.login'), account.login],
        [t('mail.password'), account.password],
        ...(account.more ? ([[t('mail.more'), account.more]] as [string, string][]) : []),
      ]
    },
  }
}

function orderText(mail: OrderMail, words: OrderWords): string {
  const t = serverWords(mail.locale)
  const labelled = ([label, value]: [string, string]) => (label ? `${label}: ${value}` : value)
  const title = ({ name, version, quantity }: MailLine) =>
    t('mail.quantity', { name: [name, version].filter(Boolean).join(' – '), count: quantity })
  const keys = mail.lines.filter((line) => line.keys.length > 0)
  return [
    words.hello,
    '',
    words.intro,
    ...keys.flatMap((line) => [
      '',
      title(line),
      ...line.keys.flatMap((key) => words.fields(line, key).map((field) => `    ${labelled(field)}`)),
      ...(line.redeem ? [`    ${t('mail.redeem')}: ${line.redeem}`] : []),
      ...(line.activation.length > 0
        ? ['', `${t('mail.howTo')}:`, ...line.activation.map((step, i) => `${i + 1}. ${step}`)]
        : []),
    ]),
    '',
    `${words.button}: ${mail.link}`,
    '',
    words.keep,
    '',
    words.receipt,
    ...mail.lines.map((line) => `  ${title(line)}: ${t.isolate(line.total)}`),
    ...words.parts.map(([label, amount]) => `  ${label}: ${t.isolate(amount)}`),
    ...words.facts.map((fact) => `  ${labelled(fact)}`),
    '',
    ...(words.waiver ? [words.waiver.heading, words.waiver.text, ''] : []),
    mailEnd(mail.locale, mail.face),
  ].join('\n')
}
