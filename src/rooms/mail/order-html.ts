// The HTML part of a mail about an order: what was bought with its keys, the button, then the receipt.
import { serverWords } from '#platform/i18n/server-words.ts'
import { escapeMarkup as e } from '#platform/markup.ts'
import { type MailFace, mailButton, mailLink, mailPage, mailText, quiet } from './mail-page.ts'
import type { MailContent, MailLine, OrderWords } from './order-content.ts'

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'
const MONO = "font:600 18px/1.4 ui-monospace,'SF Mono',Menlo,Consolas,monospace"

export function orderHtml(mail: MailContent & { locale: string; face: MailFace }, words: OrderWords): string {
  const body = [
    `<p style="margin:0 0 8px">${e(words.hello)}</p><p style="margin:0">${mailText(words.intro)}</p>`,
    ...mail.lines.map((line) => goods(line, mail, words)),
    mailButton(mail.link, words.button, mail.face),
    `<p class="quiet" style="margin:14px 0 0;${quiet}">${mailText(words.keep)}</p>`,
    receipt(mail, words),
    words.waiver
      ? `<p class="quiet" style="margin:20px 0 0;${quiet}">${mailText(words.waiver.heading)}<br><q style="quotes:none"><bdi>${e(words.waiver.text)}</bdi></q></p>`
      : '',
  ].join('')
  return mailPage(mail.locale, words.subject, body, mail.face)
}

/** Cover, name and version; below them the keys, where they go, and how. */
function goods(line: MailLine, { locale, face }: { locale: string; face: MailFace }, words: OrderWords): string {
  const t = serverWords(locale)
  const cover = line.cover
    ? `<td width="60" valign="top" style="padding-inline-end:14px"><img src="${e(face.origin + line.cover)}" width="60" height="80" alt="" style="display:block;width:60px;height:80px;border:0;border-radius:8px"></td>`
    : ''
  const keys = line.keys.map(
    (key) =>
      `<div class="key" style="background:#f1f2f7;border-radius:10px;padding:12px 14px;margin-top:12px">${words
        .fields(line, key)
        .map(
          ([label, value]) =>
            `${label ? `<div class="quiet" style="${quiet}">${e(label)}</div>` : ''}<div style="${MONO}"><bdi dir="ltr">${e(value)}</bdi></div>`,
        )
        .join('<div style="height:8px"></div>')}</div>`,
  )
  const steps =
    line.activation.length > 0
      ? `<p style="margin:16px 0 4px;font-weight:600">${e(t('mail.howTo'))}</p><ol style="margin:0;padding:0 22px">${line.activation.map((step) => `<li><bdi>${e(step)}</bdi></li>`).join('')}</ol>`
      : ''
  const redeem = line.redeem
    ? `<p style="margin:12px 0 0;font-weight:600">${mailLink(line.redeem, t('mail.redeem'), face)}</p>`
    : ''
  return `<div class="line" style="border-top:1px solid #e1e4eb;margin-top:20px;padding-top:20px"><table ${TABLE}><tr>${cover}<td valign="top" style="text-align:start"><strong style="font-size:17px"><bdi>${e(line.name)}</bdi></strong><div class="quiet" style="${quiet}">${line.version ? `<bdi>${e(line.version)}</bdi> ` : ''}<bdi>× ${line.quantity}</bdi></div></td></tr></table>${keys.join('')}${redeem}${steps}</div>`
}

function receipt(mail: MailContent, words: OrderWords): string {
  const row = (label: string, value: string, strong = false) =>
    `<tr><td valign="top" style="padding-block:4px;padding-inline-end:12px;text-align:start${strong ? ';font-weight:700' : ''}">${e(label)}</td><td valign="top" align="end" style="padding:4px 0;text-align:end;white-space:nowrap${strong ? ';font-weight:700' : ''}"><bdi>${e(value)}</bdi></td></tr>`
  const title = ({ name, version, quantity }: MailLine) =>
    `${[name, version].filter(Boolean).join(' – ')} × ${quantity}`
  const lines = mail.lines.map((line) => row(title(line), line.total))
  const parts = words.parts.map(([label, amount], i) => row(label, amount, i === words.parts.length - 1))
  const facts = words.facts.map(([label, value]) => `${e(label)}: <bdi>${e(value)}</bdi>`).join('<br>')
  return `<div class="line" style="border-top:1px solid #e1e4eb;margin-top:24px;padding-top:18px"><h2 style="margin:0 0 8px;font-size:16px">${e(words.receipt)}</h2><table ${TABLE} style="font-size:15px">${lines.join('')}</table><table ${TABLE} class="line" style="font-size:15px;border-top:1px solid #e1e4eb;margin-top:8px">${parts.join('')}</table><p class="quiet" style="margin:12px 0 0;${quiet}">${facts}</p></div>`
}
