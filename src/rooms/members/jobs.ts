// What is done about members later.
import { defineJob } from '#platform/jobs/define.ts'

/** Somebody wants to become a member: his address, or its owner, is written to. */
export const REGISTERED = defineJob<{ registrationId: string }>('members.registered')
/** Somebody has forgotten a password; if it is a member's, he is written to. */
export const FORGOTTEN = defineJob<{ resetId: string }>('members.forgotten')
