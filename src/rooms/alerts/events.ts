// What the look for dead jobs finds, for whoever cares.
import { defineEvent } from '#platform/events/define.ts'

/**
 * A job failed as often as it may; the subject is its task, with its number where it does not come again by the clock. Not
 * told of a mail that can't be sent: mail is told of otherwise than by mail (decision E7). Of its payload only ids are told.
 */
export const JOB_DEAD = defineEvent<
  { task: string; job?: number; attempts?: number },
  { payload?: Record<string, number | string> }
>('job.dead')
