// What the mails about enquiries and the newsletter say.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import type { LetterContent } from '#rooms/mail/hands.ts'
import { enquiryMessageText } from './answer-store.ts'
import { linkToken } from './link-token.ts'
import * as store from './store.ts'

type Data = Record<string, string>

export function enquiryLetters({ db, keyring, origin }: { db: Database; keyring: Keyring; origin: () => string }) {
  return {
    /** `messageId`: of what was written about it later. */
    async enquiryForOperator({ enquiryId, messageId }: Data): Promise<LetterContent> {
      const enquiry = await store.enquiryById(db, enquiryId!)
      const message = messageId === undefined ? enquiry.message : await enquiryMessageText(db, messageId)
      return {
        replyTo: enquiry.email,
        values: { kind: kindOf(enquiry, DEFAULT_LOCALE.code), name: oneLine(enquiry.fillName) },
        facts: [
          { label: 'letters.enquiry.name', value: enquiry.fillName },
          { label: 'letters.enquiry.email', value: enquiry.email },
          { label: 'letters.enquiry.contact', value: enquiry.contact },
          { label: 'letters.enquiry.region', value: countryName(enquiry.region) },
          { label: 'letters.enquiry.language', value: findLocale(enquiry.locale)?.name ?? enquiry.locale },
          { label: 'letters.enquiry.message', value: message ?? '' },
        ],
      }
    },

    /** Repeats nothing of what was sent: whoever typed a stranger's address must not be able to write to him through us. */
    async enquiryReceived({ enquiryId }: Data): Promise<LetterContent> {
      const enquiry = await store.enquiryById(db, enquiryId!)
      return { values: { kind: kindOf(enquiry, enquiry.locale) } }
    },

    /** The answer as it was typed, and the place to go on; still nothing of what was sent. */
    async enquiryAnswered({ enquiryId, messageId }: Data): Promise<LetterContent> {
      const enquiry = await store.enquiryById(db, enquiryId!)
      return {
        values: { kind: kindOf(enquiry, enquiry.locale) },
        facts: [{ label: 'letters.enquiry.message', value: (await enquiryMessageText(db, messageId!)) ?? '' }],
        link: `${origin()}/enquiry#token=${linkToken(keyring, 'enquiry', enquiryId!)}`,
      }
    },

    async newsletterConfirm({ subscriptionId }: Data): Promise<LetterContent> {
      return { link: `${origin()}/newsletter#token=${linkToken(keyring, 'newsletter', subscriptionId!)}` }
    },
  }
}

function kindOf({ type }: store.EnquiryRow, locale: string): string {
  return serverWords(locale)(type === 2 ? 'letters.enquiry.wholesale' : 'letters.enquiry.sellToUs')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** In the operator's language; what is no ISO 3166 code stays as it was written. */
function countryName(region: string): string {
  if (!/^[A-Z]{2}$/.test(region)) return region
  return new Intl.DisplayNames(DEFAULT_LOCALE.tag, { type: 'region' }).of(region) ?? region
}
