// The shopper's consent to delivery at once and to losing the right of withdrawal by it (Directive 2011/83/EU Art. 16 (m);
// docs/decisions/010). Its words are the server's, so that what is kept with the order is what was read.
import { sha256 } from '#platform/crypto.ts'
import { refused } from '#platform/http/errors.ts'
import { serverWords } from '#platform/i18n/server-words.ts'

export interface Waiver {
  /** Changes with every letter of the text. */
  version: string
  text: string
}

/** What a shopper says of it. */
export type SentWaiver = { version: string; accepted: boolean } | undefined

/** As it is kept with the order. */
export interface GivenWaiver extends Waiver {
  locale: string
  /** ISO 8601. */
  at: string
}

export function currentWaiver(locale: string): Waiver {
  const text = serverWords(locale)('waiver.text')
  return { version: sha256(`${locale}\n${text}`).toString('base64url').slice(0, 12), text }
}

interface Kept {
  status: string
  waiver: GivenWaiver | null
  topUpCents: number | null
}

/** Whether there is something left to consent to: an order that its buyer did not make himself (`asks`: the shop asks for it). */
export const lacksWaiver = ({ status, waiver, topUpCents }: Kept, asks: boolean) =>
  asks && status === 'Unpaid' && waiver === null && topUpCents === null

/**
 * What the order keeps. Throws `pay.waiverRequired` when it was not accepted, and `pay.waiverChanged` with the present
 * text in data when another text was.
 */
export function waiverGiven(sent: SentWaiver, from: { locale: string; at: Date }): GivenWaiver {
  const waiver = currentWaiver(from.locale)
  if (!sent?.accepted) throw refused('pay.waiverRequired', waiver)
  if (sent.version !== waiver.version) throw refused('pay.waiverChanged', waiver)
  return { ...waiver, locale: from.locale, at: from.at.toISOString() }
}
