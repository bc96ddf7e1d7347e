// Mails that are not about what was bought: a confirmation to click, an acknowledgement, an enquiry for the operator.
// Words: `letters.<template>.subject`, `.intro`, and where there is one `.action` (the button) and `.outro`.
import { type ServerMessageKey, serverWords } from '#platform/i18n/server-words.ts'
import { escapeMarkup } from '#platform/markup.ts'
import { type MailFace, mailButton, mailEnd, mailLink, mailPage, mailText, quiet } from './mail-page.ts'
import type { WrittenMail } from './write.ts'

export interface LetterContent {
  /** Fills the placeholders of the words. */
  values?: Record<string, string>
  /** What it is about, line by line: `{ label: 'letters.enquiry.email', value: 'a@b.example' }`. */
  facts?: { label: ServerMessageKey; value: string; link?: string }[]
  /** What it tells of nobody knows for certain: in words that say so (`introUnsure`), where there are some. */
  isUnsure?: boolean
  /** It tells of a payment that came beside another: in words that say so (`introSecond`), where there are some. */
  isSecond?: boolean
  /** Who gets the answer to this mail; otherwise the shop's support. */
  replyTo?: string
  /** Opened by the button; without it there is none. */
  link?: string
  /** Ends mails of this kind: a link below, and the header by which mail programs offer the same (RFC 2369). */
  leave?: string
}

export function writeLetter(letter: LetterContent & { template: string; locale: string; face: MailFace }): WrittenMail {
  const t = serverWords(letter.locale)
  const words = (part: 'subject' | 'intro' | 'action' | 'outro' | 'leave') => {
    const plain = `letters.${letter.template}.${part}`
    const kind = letter.isUnsure ? 'Unsure' : letter.isSecond ? 'Second' : ''
    const key = t.knows(`${plain}${kind}`) ? `${plain}${kind}` : plain
    const within = t('promise.within', { count: letter.face.promise.answerDays })
    return t.knows(key) ? t(key, { within, ...letter.values }) : ''
  }
  const [subject, intro, action, outro] = [words('subject'), words('intro'), words('action'), words('outro')]
  const leave = letter.leave && { label: words('leave'), link: letter.leave }
  const facts = (letter.facts ?? [])
    .filter((fact) => fact.value !== '')
    .map(({ label, value, link }) => ({ label: t(label), value, link }))
  const text = [
    t('mail.hello'),
    intro,
    // Of the values amounts alone are set apart: numbers and addresses are copied from here, as they are.
    facts
      .map(({ label, value, link }) =>
        [`${label}: ${/^\p{Sc}/u.test(value) ? t.isolate(value) : value}`, ...(link ? [link] : [])].join('\n'),
      )
      .join('\n'),
    letter.link ? `${action}: ${letter.link}` : '',
    outro,
    leave ? `${leave.label}: ${leave.link}` : '',
    mailEnd(letter.locale, letter.face),
  ]
    .filter(Boolean)
    .join('\n\n')
  const e = escapeMarkup
  const body = [
    `<p style="margin:0 0 8px">${e(t('mail.hello'))}</p><p style="margin:0">${mailText(intro)}</p>`,
    facts.length > 0
      ? `<dl class="line" style="border:1px solid #e1e4eb;border-radius:12px;margin:20px 0 0;padding:4px 16px 16px">${facts
          .map(
            ({ label, value, link }) =>
              `<dt class="quiet" style="margin-top:12px;${quiet}">${e(label)}</dt><dd style="margin:0;white-space:pre-wrap">${setApart(value, link ? mailLink(link, value, letter.face) : mailText(value))}</dd>`,
          )
          .join('')}</dl>`
      : '',
    letter.link ? mailButton(letter.link, action, letter.face) : '',
    outro ? `<p style="margin:20px 0 0">${mailText(outro)}</p>` : '',
    leave
      ? `<p class="quiet" style="margin:20px 0 0;${quiet}">${mailLink(leave.link, leave.label, letter.face)}</p>`
      : '',
  ].join('')
  const replyTo = letter.replyTo ?? letter.face.replyTo
  const html = mailPage(letter.locale, subject, body, letter.face)
  return { subject, text, html, replyTo, ...(letter.leave && { list: { unsubscribe: letter.leave } }) }
}

/**
 * What sets its parts apart are our own words, in the direction of the mail; whatever else it is has its own, and begins where the
 * mail's lines begin.
 */
const setApart = (value: string, html: string) => (value.includes('\u2068') ? html : `<bdi>${html}</bdi>`)
