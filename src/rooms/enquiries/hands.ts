// What other rooms may ask about enquiries and the newsletter.
export { answerEnquiry } from './answer.ts'
export {
  contactOf,
  enquiryEntries,
  enquiryIdsOf,
  enquiryMessages,
  lockEnquiry,
  moveEnquiry,
  textOfMessage,
} from './answer-store.ts'
export type { Newsletter } from './newsletter.ts'
export type { UnderAddress } from './personal.ts'
export { leaveNewsletter } from './store.ts'
