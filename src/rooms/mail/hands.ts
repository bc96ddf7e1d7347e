// What other rooms may ask of the mail.
export type { WriteNow } from './deliver.ts'
export type { LetterContent } from './letter.ts'
export type { MailContent, MailPart } from './order-content.ts'
export {
  deleteMailsAbout,
  deleteMailsTo,
  deleteSent,
  forgetUnwritten,
  keepMail,
  type LetterTemplate,
  type MailRow,
  mailAddresses,
  mailsAbout,
  mailsTo,
  mayMail,
  type NewMail,
  type OrderTemplate,
  promiseMail,
  type Template,
  wasTold,
} from './store.ts'
