// What happens to sessions that others care about.
import { defineEvent } from '#platform/events/define.ts'

/** The subject is the member. `isNew`: in a browser that he has not used before, which is not his first. */
export const SIGNED_IN = defineEvent<
  { method: string; isNew: boolean },
  { address: string; country: string | undefined; system: string; device: string }
>('member.signedIn')
