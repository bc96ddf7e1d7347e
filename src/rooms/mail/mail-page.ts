// The face of every HTML mail: the shop's mark above, what it says on a card, the seller below. Tables and styles in place,
// because mail programs drop sheets; the one sheet is for the dark style, in those that know it.
import type { AccentColours, Theme } from '#art/accent.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { escapeMarkup } from '#platform/markup.ts'
import type { SiteFacts } from '#platform/request-scope.ts'

/** Who writes: the same in every mail. */
export interface MailFace {
  shopName: string
  /** Read by people. */
  supportEmail: string
  /** Where answers go. */
  replyTo: string
  /** What the operator promises. */
  promise: Pick<SiteFacts, 'answerDays' | 'alwaysOpen'>
  /** In pixels, if one was uploaded. */
  logo?: { width: number; height: number } | undefined
  /** Of buttons and links. */
  accent: Record<Theme, AccentColours>
  /** https://shop.example: of the mark, the pictures and the links. */
  origin: string
  /** The seller's name and address, telephone and hours, line by line; as the operator wrote them. */
  seller: readonly string[]
  /** Only who has a VAT number says that prices include VAT. */
  hasVatId: boolean
  /** Whether the shop has terms and conditions to link to. */
  terms: boolean
}

export const quiet = 'color:#5b6072;font-size:14px;line-height:1.5'

/** What our words set apart (`Translate.isolate`) is in HTML an element: whoever copies it copies no invisible characters. */
export const mailText = (text: string) => escapeMarkup(text).replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

export function mailButton(address: string, label: string, { accent: { light } }: Pick<MailFace, 'accent'>): string {
  return `<p style="margin:20px 0 0"><a class="button" href="${escapeMarkup(address)}" style="display:inline-block;background:${light.accent};color:${light['on-accent']};text-decoration:none;border-radius:8px;padding:12px 22px;font-weight:600">${escapeMarkup(label)}</a></p>`
}

export function mailLink(address: string, label: string, { accent: { light } }: Pick<MailFace, 'accent'>): string {
  return `<a class="link" href="${escapeMarkup(address)}" style="color:${light['accent-ink']}">${mailText(label)}</a>`
}

const darkSheet = ({ accent: { dark } }: MailFace) =>
  `@media (prefers-color-scheme:dark){.ground{background:#12141b!important;color:#eceef4!important}.card{background:#1b1e28!important;border-color:#343846!important}.line{border-color:#343846!important}.key{background:#272b38!important;color:#ffffff!important}.quiet{color:#b3b8c6!important}.link{color:${dark['accent-ink']}!important}.button{background:${dark.accent}!important;color:${dark['on-accent']}!important}}`

/**
 * `body` is HTML; everything in it that is not from our own texts was escaped. A word that is longer than a line (an address, a
 * key) is broken, where it has hyphens there, and never makes the mail wider than its reader's screen.
 */
export function mailPage(locale: string, title: string, body: string, face: MailFace): string {
  const { dir, tag } = findLocale(locale) ?? DEFAULT_LOCALE
  const t = serverWords(locale)
  const e = escapeMarkup
  const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
  const below = [
    // Each line in its own direction: an address stays as it was written, whatever the mail's language.
    ...face.seller.map((line) => `<bdi>${e(line)}</bdi>`),
    ...(face.terms ? [mailLink(`${face.origin}/condition`, t('mail.terms'), face)] : []),
  ].join('<br>')
  return `<!doctype html><html lang="${e(tag)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${e(title)}</title><style>${darkSheet(face)}</style></head><body class="ground" style="margin:0;padding:0;background:#f5f6f9;color:#1c1f2b"><table ${table} width="100%" class="ground" style="background:#f5f6f9;color:#1c1f2b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-align:start;word-break:break-word"><tr><td align="center" style="padding:24px 12px"><table ${table} width="600" style="width:100%;max-width:600px"><tr><td style="padding:0 4px 16px;text-align:start"><a class="ground" href="${e(face.origin)}/" style="color:#1c1f2b;text-decoration:none;font-size:20px;font-weight:700">${head(face)}</a></td></tr><tr><td class="card" style="background:#ffffff;border:1px solid #e1e4eb;border-radius:14px;padding:28px;text-align:start">${body}</td></tr><tr><td class="quiet" style="padding:18px 4px 0;${quiet};text-align:start">${mailText(supportLine(locale, face))}<br><br>${below}</td></tr></table></td></tr></table></body></html>`
}

/** The logo on white, for nobody knows on which ground a mail is read; without one the mark and the name. */
function head({ origin, shopName, logo }: MailFace): string {
  const e = escapeMarkup
  if (!logo)
    return `<img src="${e(origin)}/media/icons/192.png" width="36" height="36" alt="" style="width:36px;height:36px;border:0;border-radius:9px;vertical-align:middle;margin-inline-end:10px">${e(shopName)}`
  const scale = Math.min(40 / logo.height, 240 / logo.width)
  const [width, height] = [logo.width, logo.height].map((edge) => Math.max(1, Math.round(edge * scale)))
  return `<img src="${e(origin)}/media/icons/logo.png" width="${width}" height="${height}" alt="${e(shopName)}" style="width:${width}px;height:${height}px;border:0;border-radius:6px;background:#ffffff;padding:4px;vertical-align:middle">`
}

function supportLine(locale: string, { supportEmail, promise }: MailFace): string {
  const t = serverWords(locale)
  return [t('mail.support', { email: supportEmail }), ...(promise.alwaysOpen ? [t('mail.alwaysOpen')] : [])].join(' ')
}

/** The end of the text part. */
export function mailEnd(locale: string, face: MailFace): string {
  const t = serverWords(locale)
  return [
    supportLine(locale, face),
    '',
    '-- ',
    face.shopName,
    ...face.seller,
    ...(face.terms ? [`${t('mail.terms')}: ${face.origin}/condition`] : []),
  ].join('\n')
}
