// A ticket as calls show it to its member.
import { z } from 'zod'
import { TOPICS } from './limits.ts'

export const TicketFile = z.object({
  id: z.uuid(),
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number(),
})
export type TicketFile = z.infer<typeof TicketFile>

export const Ticket = z.object({
  id: z.uuid(),
  /** For people to quote. */
  reference: z.string(),
  subject: z.string(),
  topic: z.enum(TOPICS),
  orderNo: z.string().nullable(),
  /** `open`: it waits for the shop; `answered`: for its member; `closed`: for nobody. */
  state: z.enum(['open', 'answered', 'closed']),
  createTime: z.iso.datetime(),
  /** Of the last message. */
  updateTime: z.iso.datetime(),
})
export type Ticket = z.infer<typeof Ticket>

export const TicketMessage = z.object({
  id: z.uuid(),
  author: z.enum(['member', 'shop']),
  /** Plain text. */
  text: z.string(),
  postTime: z.iso.datetime(),
  files: z.array(TicketFile),
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const Conversation = z.object({ ...Ticket.shape, messages: z.array(TicketMessage) })
export type Conversation = z.infer<typeof Conversation>
