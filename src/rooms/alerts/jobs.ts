// What this room does later.
import { defineJob } from '#platform/jobs/define.ts'

/** Ends alerts about jobs that come by the clock and fail no more. */
export const END_SILENT = defineJob('alerts.endSilent')

/** A message is handed to the channel that it is for. */
export const SEND = defineJob<{ id: string }>('alerts.send')
