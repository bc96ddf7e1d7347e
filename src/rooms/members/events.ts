// What happens to members that others care about.
import { defineEvent } from '#platform/events/define.ts'

/**
 * A member has shown that this address is his: with it his account came to be, or it takes the place of another. The subject is
 * his id; `email` and `locale` are at hand, not kept.
 */
export const MEMBER_CONFIRMED = defineEvent<Record<never, never>, { email: string; locale: string }>('member.confirmed')

/**
 * Replaced, changed or closed; sessions other than `keep` end with it (decision A8). `byMail`: by a link that went to the
 * member's mailbox, so he was not signed in, and whatever else opens the account may be somebody else's.
 */
export const PASSWORD_CHANGED = defineEvent<{ keep: string | null; byMail: boolean }>('member.passwordChanged')

/**
 * Whoever has the address before has taken it back (decision F3): the account was somebody else's for a while. What protects
 * it since `doubtedSince` (ISO) may have been set up by him, and goes; what is older is its owner's.
 */
export const ADDRESS_TAKEN_BACK = defineEvent<{ doubtedSince: string }>('member.addressTakenBack')
