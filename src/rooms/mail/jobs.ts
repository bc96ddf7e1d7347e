// What the outbox does later.
import { defineJob } from '#platform/jobs/define.ts'

export const SEND_MAIL = defineJob<{ mailId: string }>('mail.send')
