// What this room does later.
import { defineJob } from '#platform/jobs/define.ts'

/** The central bank is asked for its rates. */
export const ASK_BANK = defineJob('money.askBank')
