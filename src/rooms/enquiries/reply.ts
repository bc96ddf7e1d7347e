// Who enquired writes again, by the link of the mail that answered him: once, however often it is sent, and at a bearable pace.
import type { Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { takeTurn } from '#platform/http/rate-limit.ts'
import { addEnquiryMessage, countReplies, lockEnquiry, moveEnquiry, textOfMessage } from './answer-store.ts'
import { MOST_MESSAGES, PACE } from './limits.ts'

interface Reply {
  /** Made by the client. */
  id: string
  enquiryId: string
  text: string
}

/** False: it was written before. */
export async function writes(tx: Transaction, { id, enquiryId, text }: Reply): Promise<boolean> {
  if (!(await lockEnquiry(tx, enquiryId))) throw refused('enquiries.badLink')
  if ((await addEnquiryMessage(tx, { id, enquiryId, answeredBy: null, text })) === 0) {
    const known = await textOfMessage(tx, enquiryId, id)
    if (known === text) return false
    throw refused(known === undefined ? 'enquiries.badLink' : 'error.idempotencyReused')
  }
  if (!(await takeTurn(tx, [`enquiry reply of ${enquiryId}`], PACE.replySeconds))) throw refused('enquiries.tooSoon')
  const { all, today } = await countReplies(tx, enquiryId)
  if (all > MOST_MESSAGES || today > PACE.repliesADay) throw refused('enquiries.tooMany')
  await moveEnquiry(tx, enquiryId, 'open')
  return true
}
