// What calls of the inbox say and take.
import { z } from 'zod'
import { KINDS } from './wire.ts'

export const Kind = z.enum(KINDS)
/** A uuid, or the number of a review. */
export const ItemId = z.string().regex(/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9]\d{0,8})$/)

export const Person = z.object({ id: z.uuid(), name: z.string() })

export const Row = z.object({
  kind: Kind,
  id: z.string(),
  /** For people to quote. */
  reference: z.string(),
  state: z.enum(['open', 'waiting', 'done']),
  /** Since when it is in this state. */
  since: z.iso.datetime(),
  /** How it begins, as it was written. */
  title: z.string(),
  /** What about, in one word of its kind; empty: its kind says it. */
  topic: z.string(),
  /** Of a review. */
  score: z.number().nullable(),
  name: z.string(),
  email: z.string(),
  /** In which it was written. */
  locale: z.string(),
  assignee: Person.nullable(),
})
export type Row = z.infer<typeof Row>

export const Message = z.object({
  id: z.string(),
  author: z.enum(['customer', 'shop']),
  /** Who answered; empty: the customer wrote. */
  by: z.string(),
  /** Plain text. */
  text: z.string(),
  at: z.iso.datetime(),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), mediaType: z.string(), size: z.number() })),
})
export type Message = z.infer<typeof Message>

const Decided = {
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
}

export const Item = z.object({
  ...Row.shape,
  writtenAt: z.iso.datetime(),
  /** For acts on it. */
  seen: z.number(),
  messages: z.array(Message),
  about: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ticket'), orderNo: z.string().nullable() }),
    z.object({ kind: z.literal('enquiry'), contact: z.string(), region: z.string() }),
    z.object({
      kind: z.literal('withdrawal'),
      /** As it was typed. */
      orderNo: z.string(),
      scope: z.string(),
      /** That fits what was declared. */
      order: z.object({ id: z.uuid(), orderNo: z.string(), status: z.string() }).nullable(),
      /** When what was paid must have gone back, at the latest. */
      dueAt: z.iso.datetime(),
      decision: z.enum(['accepted', 'refused']).nullable(),
      ...Decided,
    }),
    z.object({
      kind: z.literal('review'),
      /** Null: the shop. */
      product: z.object({ id: z.number(), name: z.string() }).nullable(),
      decision: z.enum(['pending', 'published', 'rejected']),
      verified: z.boolean(),
      /** Whether a member wrote it, under the address of his account. */
      byMember: z.boolean(),
      ...Decided,
    }),
  ]),
})
export type Item = z.infer<typeof Item>

export const SavedReply = z.object({
  id: z.uuid(),
  name: z.string(),
  locale: z.string(),
  text: z.string(),
  seen: z.number(),
})
export type SavedReply = z.infer<typeof SavedReply>
