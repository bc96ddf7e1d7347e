// What is done about a closed account later.
import { defineJob } from '#platform/jobs/define.ts'

/** What requests of its member that were under way have written since, and the mail that told him of it, once it is sent. */
export const ERASE_AGAIN = defineJob<{ memberId: string; mailId?: string }>('privacy.eraseAgain')
