// What other rooms may ask of the mail.
export type { WriteNow } from './deliver.ts'
export type { LetterContent } from './letter.ts'
export type { MailContent, MailPart } from './order-content.ts'
export {
  deleteMailsTo,
  forgetUnwritten,
  keepMail,
  type LetterTemplate,
  type MailRow,
  mailsAbout,
  mayMail,
  type NewMail,
  type OrderTemplate,
  promiseMail,
  wasTold,
} from './store.ts'
