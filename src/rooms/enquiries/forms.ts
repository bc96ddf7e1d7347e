// What people may send us, for the form and for the call alike (specification §3, §5). Messages are message keys.
import * as z from 'zod/mini'
import { MOST, SELL_TO_US, WHOLESALE } from './limits.ts'

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'enquiries.error.name'),
    z.minLength(2, 'enquiries.error.nameShort'),
    z.maxLength(MOST.line, 'enquiries.error.long'),
  )
const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'enquiries.error.email'),
    z.minLength(6, 'enquiries.error.emailFormat'),
    z.maxLength(MOST.line, 'enquiries.error.long'),
    z.email('enquiries.error.emailFormat'),
  )
const confirmEmail = z.string().check(z.trim(), z.minLength(1, 'enquiries.error.confirm'))
const optional = (most: number) => z._default(z.string().check(z.trim(), z.maxLength(most, 'enquiries.error.long')), '')
/** ISO 3166 code from the picker; a client without one may write what it likes. */
const region = z
  .string()
  .check(z.trim(), z.minLength(1, 'enquiries.error.region'), z.maxLength(MOST.line, 'enquiries.error.long'))
const description = z
  .string()
  .check(z.trim(), z.minLength(1, 'enquiries.error.description'), z.maxLength(MOST.description, 'enquiries.error.long'))

/** Told as soon as both are there, not only when all else is right. */
const sameEmail = <T extends { email: string; confirmEmail: string }>() =>
  z.refine<T>(({ email, confirmEmail }) => confirmEmail === email, {
    path: ['confirmEmail'],
    error: 'enquiries.error.confirmDiffers',
    when: ({ value }) => Boolean((value as T).email && (value as T).confirmEmail),
  })

const wholesale = {
  fillname: name,
  email,
  confirmEmail,
  skype: optional(MOST.line),
  region: optional(MOST.line),
  message: optional(MOST.message),
}
const sellToUs = { fillname: name, email, confirmEmail, region, message: description }

export const WholesaleForm = z.object(wholesale).check(sameEmail())
export const SellToUsForm = z.object(sellToUs).check(sameEmail())

/** Made by the client for what it sends; the same id a second time is the same enquiry. */
const id = z.optional(z.uuid())

export const WholesaleDeal = z.object({ ...wholesale, type: z.literal(WHOLESALE), id }).check(sameEmail())
export const SellToUsDeal = z.object({ ...sellToUs, type: z.literal(SELL_TO_US), id }).check(sameEmail())

/** What is written about an enquiry that was answered. */
export const EnquiryReplyForm = z.object({
  text: z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    z.minLength(1, 'enquiries.error.text'),
    z.maxLength(MOST.reply, 'enquiries.error.textLong'),
  ),
})

/** Specification §5: the messages of the newsletter's field are empty. */
const silent = { error: () => '' }

export const NewsletterForm = z.object({
  email: z
    .string(silent)
    .check(z.trim(), z.toLowerCase(), z.minLength(2, silent), z.maxLength(50, silent), z.email(silent)),
})
