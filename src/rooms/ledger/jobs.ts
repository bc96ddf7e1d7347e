// What the ledger does later.
import { defineJob } from '#platform/jobs/define.ts'

/** Each night: everything is summed up. */
export const CHECK = defineJob('ledger.check')
