// Who is told by mail of what visitors write: they themselves, and the operator.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { type LetterTemplate, mailedThisHour, promiseMail } from '#rooms/mail/hands.ts'
import { MAILS_AN_HOUR } from './limits.ts'

type Data = Record<string, string>

export type Telling = ReturnType<typeof createTelling>

export function createTelling(mailDomain: () => string) {
  function promise(tx: Transaction, template: LetterTemplate, recipient: string, locale: string, data: Data) {
    const id = randomUUID()
    return promiseMail(tx, { id, messageId: `<${id}@${mailDomain()}>`, recipient, locale, template, data })
  }
  return {
    /** In the transaction of what it tells. */
    promise,

    /** Whoever has ten thousand networks fills the inbox, where acts empty it, and not the operator's mailbox. */
    async operator(tx: Transaction, recipient: string, data: Data): Promise<void> {
      if ((await mailedThisHour(tx, recipient, 'enquiryForOperator')) < MAILS_AN_HOUR)
        await promise(tx, 'enquiryForOperator', recipient, DEFAULT_LOCALE.code, data)
      else await raiseAlert(tx, { kind: 'enquiries.many', subject: 'enquiries', details: { mailed: MAILS_AN_HOUR } })
    },
  }
}
