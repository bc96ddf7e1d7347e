// What other rooms may ask of the mail.
export { mailAddresses } from './addresses-store.ts'
export { askerOf, networkOf } from './asker.ts'
export type { WriteNow } from './deliver.ts'
export { deleteCrossing, deleteFarewell } from './farewell-store.ts'
export type { LetterTemplate, OrderTemplate, Template } from './kinds.ts'
export type { LetterContent } from './letter.ts'
export type { MailContent, MailPart } from './order-content.ts'
export { hasMissed, mailKeysAnew, waitingMails } from './order-store.ts'
export {
  deleteMailsAbout,
  deleteMailsOf,
  deleteMailsTo,
  isFirstInADay,
  keepMail,
  type MailRow,
  mailedThisHour,
  mailedWithin,
  mailsAbout,
  mailsTo,
  mayMail,
  type NewMail,
  promiseMail,
  wasTold,
} from './store.ts'
