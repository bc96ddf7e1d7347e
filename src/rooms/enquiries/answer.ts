// Somebody of the shop answers an enquiry. The mail has the answer, and a link by which its reader goes on.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { addEnquiryMessage, lockEnquiry, moveEnquiry } from './answer-store.ts'

interface EnquiryAnswer {
  /** Made by whoever answers: the same answer twice is one. */
  id: string
  enquiryId: string
  text: string
  /** Who answers, for the shop's own records. */
  by: string
}

/** False: there is no such enquiry. */
export async function answerEnquiry(
  tx: Transaction,
  { mailDomain }: { mailDomain: () => string },
  { id, enquiryId, text, by }: EnquiryAnswer,
): Promise<boolean> {
  const enquiry = await lockEnquiry(tx, enquiryId)
  if (!enquiry) return false
  if ((await addEnquiryMessage(tx, { id, enquiryId, answeredBy: by, text })) === 0) return true
  await moveEnquiry(tx, enquiryId, 'answered')
  const mailId = randomUUID()
  await promiseMail(tx, {
    id: mailId,
    messageId: `<${mailId}@${mailDomain()}>`,
    recipient: enquiry.email,
    locale: enquiry.locale,
    template: 'enquiryAnswered',
    data: { enquiryId, messageId: id },
  })
  return true
}
