// What is done about a closed account later.
import { defineJob } from '#platform/jobs/define.ts'

/** What requests of its member that were under way have written since, and the mail that told him of it, once nothing sends it. */
export const ERASE_AGAIN = defineJob<{ memberId: string; mailId?: string }>('privacy.eraseAgain')

/** Support closes an account because its member has asked for it otherwise; what comes of it is noted with the act. */
export const CLOSE_ASKED = defineJob<{ memberId: string; actId: number }>('privacy.closeAsked')
