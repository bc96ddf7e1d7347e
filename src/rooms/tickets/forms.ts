// What a member writes to support: the form and the call check with the same schema. Messages are keys.
import * as z from 'zod/mini'
import { bareOrderNo } from '#rooms/orders/forms.ts'
import { MOST, TOPICS } from './limits.ts'

// A line feed is one character, whatever system typed it.
const plainLines = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n').trim())
const oneLine = z.overwrite<string>((text) => text.replace(/\s+/g, ' ').trim())

const text = z
  .string()
  .check(plainLines, z.minLength(1, 'support.error.text'), z.maxLength(MOST.text, 'support.error.textLong'))

export const TicketForm = z.object({
  subject: z
    .string()
    .check(oneLine, z.minLength(3, 'support.error.subject'), z.maxLength(MOST.subject, 'support.error.subjectLong')),
  topic: z.enum(TOPICS, 'support.error.topic'),
  /** Of an order of his own; empty: about none. */
  orderNo: z._default(
    z.string().check(bareOrderNo, z.toUpperCase(), z.maxLength(MOST.orderNo, 'support.error.orderNo')),
    '',
  ),
  text,
})

export const ReplyForm = z.object({ text })
