// What is done about members later. `asker`: keyed hash of the network of whoever asked, `browser`: by which name his browser
// is known, if it is; jobs of the version before have none.
import { defineJob } from '#platform/jobs/define.ts'

/** Somebody wants to become a member: his address, or its owner, is written to. */
export const REGISTERED = defineJob<{ registrationId: string; asker?: string }>('members.registered')
/** Somebody has forgotten a password; if it is a member's, he is written to. */
export const FORGOTTEN = defineJob<{ resetId: string; asker?: string; browser?: string }>('members.forgotten')
