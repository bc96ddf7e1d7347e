// Writes a mail: the same content as text and as HTML, in the shopper's language and direction.
import { escapeHtml } from '#platform/http/openapi.ts'
import { formatMoment } from '#platform/i18n/moment.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { buttonStyle, mailPage } from './mail-page.ts'

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

export interface MailContent {
  orderNo: string
  /** Formatted in the order's currency. */
  total: string
  /** Opens the order without a login (decision C12). */
  link: string
  /** The consent to delivery at once, repeated on a durable medium (Directive 2011/83/EU Art. 16 (m)). */
  waiver: { text: string; at: string } | null
  lines: { name: string; quantity: number; keys: string[]; activation: string[] }[]
}

interface OrderMail extends MailContent {
  template: 'delivery' | 'processing'
  locale: string
  shopName: string
  supportEmail: string
}

/** Everything that is not from our own texts is escaped in the HTML part; no template language runs over data. */
export function writeOrderMail(mail: OrderMail): WrittenMail {
  const t = serverWords(mail.locale)
  const key = (name: 'subject' | 'intro' | 'keep') => t(`mail.${mail.template}.${name}`, { orderNo: mail.orderNo })
  const heading = t('mail.order', { orderNo: mail.orderNo })
  const total = t('mail.total', { total: mail.total })
  const support = t('mail.support', { email: mail.supportEmail })
  const waiver = mail.waiver && {
    heading: t('mail.waiver', { when: formatMoment(mail.waiver.at, mail.locale) }),
    text: mail.waiver.text,
  }
  const named = mail.lines.map((line) => ({
    ...line,
    title: t('mail.quantity', { name: line.name, count: line.quantity }),
  }))

  const text = [
    t('mail.hello'),
    '',
    key('intro'),
    '',
    heading,
    ...named.flatMap((line) => [
      '',
      line.title,
      ...line.keys.map((text) => `    ${text}`),
      ...(line.activation.length > 0
        ? ['', `${t('mail.howTo')}:`, ...line.activation.map((step, i) => `${i + 1}. ${step}`)]
        : []),
    ]),
    '',
    total,
    '',
    key('keep'),
    `${t('mail.openOrder')}: ${mail.link}`,
    '',
    ...(waiver ? [waiver.heading, waiver.text, ''] : []),
    support,
    mail.shopName,
  ].join('\n')

  const e = escapeHtml
  const body = [
    `<p>${e(t('mail.hello'))}</p><p>${e(key('intro'))}</p><h1 style="font-size:18px;margin:24px 0 8px">${e(heading)}</h1>`,
    ...named.map(
      (line) =>
        `<div style="border:1px solid #d9dce5;border-radius:12px;padding:16px;margin:12px 0"><strong>${e(line.title)}</strong>${line.keys
          .map(
            (text) =>
              `<div dir="ltr" style="font:600 16px/1.5 ui-monospace,monospace;background:#f3f4f8;border-radius:8px;padding:10px 12px;margin-top:10px;text-align:start;word-break:break-all">${e(text)}</div>`,
          )
          .join(
            '',
          )}${line.activation.length > 0 ? `<p style="margin:16px 0 4px">${e(t('mail.howTo'))}</p><ol style="margin:0;padding-inline-start:20px">${line.activation.map((step) => `<li>${e(step)}</li>`).join('')}</ol>` : ''}</div>`,
    ),
    `<p>${e(total)}</p><p>${e(key('keep'))}</p>`,
    `<p><a href="${e(mail.link)}" style="${buttonStyle}">${e(t('mail.openOrder'))}</a></p>`,
    waiver
      ? `<p style="color:#5b6072;font-size:14px">${e(waiver.heading)}<br><q style="quotes:none">${e(waiver.text)}</q></p>`
      : '',
    `<p style="color:#5b6072;font-size:14px">${e(support)}<br>${e(mail.shopName)}</p>`,
  ].join('')
  return { subject: key('subject'), text, html: mailPage(mail.locale, key('subject'), body) }
}
