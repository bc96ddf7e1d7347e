// What this room does later.
import { defineJob } from '#platform/jobs/define.ts'

/** A message is handed to the channel that it is for. */
export const SEND = defineJob<{ id: string }>('alerts.send')
