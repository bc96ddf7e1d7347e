// What happens to members that others care about.
import { defineEvent } from '#platform/events/define.ts'

/** A member's account came to be; the subject is his id. `email` and `locale` are at hand, not kept. */
export const MEMBER_CONFIRMED = defineEvent<Record<never, never>, { email: string; locale: string }>('member.confirmed')

/** Replaced or changed; sessions other than `keep` end with it (decision A8). */
export const PASSWORD_CHANGED = defineEvent<{ keep: string | null }>('member.passwordChanged')
