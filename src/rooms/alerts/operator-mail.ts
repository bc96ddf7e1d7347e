// What people write to the shop is told to the operator by a mail each, at a pace that no flood of it can raise.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { type LetterTemplate, mailedThisHour, promiseMail } from '#rooms/mail/hands.ts'
import type { AlertKind } from './kinds.ts'
import { raiseAlert } from './store.ts'

/** Mails of one template within an hour; then the alert says that there is more. */
const MAILS_AN_HOUR = 20

interface OperatorMail {
  recipient: string
  template: LetterTemplate
  data: Record<string, string>
  /** Right-hand side of the message id: the shop's host. */
  mailDomain: string
  /** Raised in place of a mail too many, about one subject for all of them. */
  alert: { kind: AlertKind; subject: string }
}

/** In the transaction of what it tells. What has no mail stands in the inbox of the office, where acts empty it. */
export async function mailOperator(tx: Transaction, mail: OperatorMail): Promise<void> {
  const { recipient, template, data, mailDomain, alert } = mail
  if ((await mailedThisHour(tx, recipient, template)) >= MAILS_AN_HOUR)
    return raiseAlert(tx, { ...alert, details: { mailed: MAILS_AN_HOUR } })
  const id = randomUUID()
  const messageId = `<${id}@${mailDomain}>`
  await promiseMail(tx, { id, messageId, recipient, locale: DEFAULT_LOCALE.code, template, data })
}
