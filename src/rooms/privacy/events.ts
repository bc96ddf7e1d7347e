// What happens to an account at its end.
import { defineEvent } from '#platform/events/define.ts'

/** The subject is the id of the member who was; nothing else is left of him. */
export const MEMBER_CLOSED = defineEvent('member.closed')
