// What a member is told in his centre (specification §3 "Notice message", §7; decision A6).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'

export const Notice = z.object({
  id: z.uuid(),
  postTime: z.iso.datetime(),
  /** Both plain text, in the language of the request. */
  title: z.string(),
  contents: z.string(),
  /** The member's username. */
  acceptUserName: z.string(),
  isRead: z.boolean(),
  /** Where to act on it: a path of the shop. */
  link: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

/** Above it, "more". */
export const MOST_UNREAD_COUNTED = 100

export const noticesContract = defineContract({
  'GET /api/profile/message': {
    summary: 'What the member is told, the newest first. `acceptUserName` may be left out; somebody else’s is refused.',
    access: 'member',
    query: z.object({
      acceptUserName: z.string().max(100).optional(),
      ...pageQuery(),
    }),
    rows: Notice,
  },
  'GET /api/profile/message/unread': {
    summary: 'How many of them the member has not read; counted up to 100',
    access: 'member',
    data: z.object({ count: z.number().int().max(MOST_UNREAD_COUNTED) }),
  },
  'POST /api/profile/message/{id}/read': {
    summary: 'The member has read it',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    data: z.null(),
  },
  'POST /api/profile/message/readAll': {
    summary: 'The member has read all of them',
    access: 'member',
    data: z.null(),
  },
})

type NoticesCalls = typeof noticesContract
declare module '#browser/calls.ts' {
  interface Calls extends NoticesCalls {}
}
