// What a notice says, in the language in which it is read.
import { findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'

export const KINDS = [
  'ticketAnswered',
  'reviewPublished',
  'reviewRejected',
  'passwordChanged',
  'signedIn',
  'totpOff',
] as const
export type NoticeKind = (typeof KINDS)[number]

type Data = Record<string, string>

const isKnown = (kind: string): kind is NoticeKind => (KINDS as readonly string[]).includes(kind)

/** Undefined: written by a later version, whose words are not here. */
export function sayNotice(kind: string, data: Data, locale: string) {
  if (!isKnown(kind)) return undefined
  const t = serverWords(locale)
  const values = { ...data, where: kind === 'signedIn' ? whereOf(data, locale) || t('notices.somewhere') : '' }
  return {
    title: t(`notices.${kind}.title`, values),
    contents: t(`notices.${kind}.contents`, values),
    link: linkOf(kind, data),
  }
}

/** "Firefox, Linux, Germany", as far as it is known. */
function whereOf({ device, system, country }: Data, locale: string): string {
  const tag = findLocale(locale)?.tag ?? 'en-US'
  const place = /^[A-Z]{2}$/.test(country ?? '') ? new Intl.DisplayNames(tag, { type: 'region' }).of(country!) : ''
  return [device, system, place].filter(Boolean).join(', ')
}

function linkOf(kind: NoticeKind, data: Data): string | null {
  if (kind === 'ticketAnswered') return `/my-support#${data.ticketId}`
  if (kind === 'passwordChanged' || kind === 'signedIn' || kind === 'totpOff') return '/my-security'
  return null
}
