// Who is told by mail of what visitors write: they themselves, and the operator.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { mailOperator } from '#rooms/alerts/hands.ts'
import { type LetterTemplate, promiseMail } from '#rooms/mail/hands.ts'

type Data = Record<string, string>

export type Telling = ReturnType<typeof createTelling>

export function createTelling(mailDomain: () => string) {
  return {
    /** In the transaction of what it tells. */
    promise(tx: Transaction, template: LetterTemplate, recipient: string, locale: string, data: Data) {
      const id = randomUUID()
      return promiseMail(tx, { id, messageId: `<${id}@${mailDomain()}>`, recipient, locale, template, data })
    },

    /** Whoever has ten thousand networks does not fill the operator's mailbox. */
    operator(tx: Transaction, recipient: string, data: Data): Promise<void> {
      const alert = { kind: 'enquiries.many', subject: 'enquiries' } as const
      return mailOperator(tx, { recipient, template: 'enquiryForOperator', data, mailDomain: mailDomain(), alert })
    },
  }
}
