// People who work here, as whoever may sees and changes them. What cannot be done is refused with `staff.refused.…`.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_EMAIL, LONGEST_REASON, LONGEST_ROLE, OFFICE_PROVED_WITHIN, PEOPLE_PER_PAGE } from './limits.ts'

const Role = z.string().trim().min(1).max(LONGEST_ROLE)
const reason = z.string().trim().min(1).max(LONGEST_REASON)
const Id = z.object({ id: z.uuid() })

/** Why, and what he had seen of the person: after anything else that changed him he looks again (`staff.refused.changed`). */
const Act = z.object({ reason, seen: z.string().max(64) })

const Person = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Empty: he has not begun. */
  name: z.string(),
  role: z.string(),
  /** Whoever visits a demo's office. */
  isDemo: z.boolean(),
  isBlocked: z.boolean(),
  /** He has used a link, so that he has a password and a second factor. */
  hasBegun: z.boolean(),
  hasApp: z.boolean(),
  /** Until when a link of his opens; null: he has none. */
  linkUntil: z.iso.datetime().nullable(),
  /** When he last pressed or typed something here, to the minute. */
  activeAt: z.iso.datetime().nullable(),
})

export const Session = z.object({
  id: z.uuid(),
  /** Null for visitors of a demo, who are shown nobody's. */
  address: z.string().nullable(),
  system: z.string(),
  device: z.string(),
  beganAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})

/** Shown this once. */
const Link = z.string()

export const staffPeopleOffice = defineContract({
  'GET /office/staff': {
    summary: `People who work here, by address, ${PEOPLE_PER_PAGE} at a time. \`after\` is the \`next\` of the page before.`,
    access: { staff: 'staff.read' },
    query: z.object({ role: Role.optional(), after: z.string().max(LONGEST_EMAIL).optional() }),
    data: z.object({ rows: z.array(Person), next: z.string().nullable(), roles: z.array(z.string()) }),
  },
  'GET /office/staff/{id}': {
    summary: 'One of them, with his sessions and what can be done about him',
    access: { staff: 'staff.read' },
    params: Id,
    data: z.object({
      ...Person.shape,
      madeAt: z.iso.datetime(),
      /** How many of his recovery codes are left. */
      recoveryCodes: z.number(),
      sessions: z.array(Session),
      /** What is planned in his name and ends when he may do it no more, by what it is called (`plannedPrices`): how much. */
      inHisName: z.record(z.string(), z.number()),
      /** For acts on him. */
      seen: z.string(),
      roles: z.array(z.string()),
      /** Why whoever asks cannot change him, as the refusal would say; null: he can, if he may. */
      cannot: z.enum(['demo', 'demoPerson', 'yourself', 'aboveYou']).nullable(),
    }),
  },
  'POST /office/staff': {
    summary:
      'Invites somebody: the link with which he begins goes to him by mail, and is answered this once. It works once, for 24 hours. `mailed` false: this mailbox has got too many such mails.',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    body: z.object({ email: z.email().max(LONGEST_EMAIL), role: Role, reason }),
    data: z.object({ id: z.uuid(), link: Link, mailed: z.boolean() }),
  },
  'POST /office/staff/{id}/link': {
    summary:
      'A new link, in place of one before. Who has not begun gets it by mail, too; who has is told by mail that it was made, and gets it by another way: a mailbox alone must open nothing. What he signs in with counts until he uses it.',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Id,
    body: Act,
    data: z.object({ link: Link, mailed: z.boolean() }),
  },
  'POST /office/staff/{id}/role': {
    summary:
      'Gives him another role. It counts from his next call on; he is told by mail. What is planned in his name and needs what he may do no more is cancelled.',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Id,
    body: Act.extend({ role: Role }),
    data: z.null(),
  },
  'POST /office/staff/{id}/block': {
    summary:
      'Lets him in no more. His sessions and his link end at once, and what is planned in his name is cancelled; he is told by mail.',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Id,
    body: Act,
    data: z.null(),
  },
  'POST /office/staff/{id}/unblock': {
    summary: 'Lets him in again, with what he signed in with before. He is told by mail.',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Id,
    body: Act,
    data: z.null(),
  },
  'POST /office/staff/{id}/sessions/end': {
    summary: 'Ends one session of his, or all',
    access: { staff: 'staff.write' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: Id,
    body: z.object({ reason, sessionId: z.uuid().optional() }),
    data: z.object({ ended: z.number() }),
  },
})

type StaffPeopleCalls = typeof staffPeopleOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends StaffPeopleCalls {}
}
