// The acknowledgement of a withdrawal: all that was declared, and when (Directive 2011/83/EU Art. 11a (4)).
import type { Database } from '#platform/database/database.ts'
import { formatMoment } from '#platform/i18n/moment.ts'
import type { LetterContent } from '#rooms/mail/hands.ts'
import { decisionText } from './office-store.ts'
import { referenceOf } from './reference.ts'
import { withdrawalById } from './store.ts'

export function withdrawalLetters(db: Database) {
  /** What somebody of the shop wrote; nothing that was declared, for anybody may have typed the address. */
  async function decided(data: Record<string, string>): Promise<LetterContent> {
    const { id } = await withdrawalById(db, data.withdrawalId!)
    const reference = referenceOf(id)
    return {
      values: { reference },
      facts: [{ label: 'letters.enquiry.message', value: await decisionText(db, id) }],
    }
  }

  return {
    withdrawalAccepted: decided,
    withdrawalRefused: decided,

    async withdrawalReceived(data: Record<string, string>): Promise<LetterContent> {
      const declared = await withdrawalById(db, data.withdrawalId!)
      const reference = referenceOf(declared.id)
      return {
        values: { reference },
        facts: [
          { label: 'letters.withdrawal.reference', value: reference },
          { label: 'letters.withdrawal.receivedAt', value: formatMoment(declared.receivedAt, declared.locale) },
          { label: 'letters.withdrawal.orderNo', value: declared.orderNo },
          { label: 'letters.withdrawal.scope', value: declared.scope },
          { label: 'letters.withdrawal.name', value: declared.fillName },
          { label: 'letters.withdrawal.email', value: declared.email },
        ],
      }
    },

    /** Anybody may have typed this address: nothing of what was typed goes there (decision D2). */
    async withdrawalUnmatched(data: Record<string, string>): Promise<LetterContent> {
      const declared = await withdrawalById(db, data.withdrawalId!)
      const reference = referenceOf(declared.id)
      return {
        values: { reference },
        facts: [
          { label: 'letters.withdrawal.reference', value: reference },
          { label: 'letters.withdrawal.receivedAt', value: formatMoment(declared.receivedAt, declared.locale) },
        ],
      }
    },
  }
}
