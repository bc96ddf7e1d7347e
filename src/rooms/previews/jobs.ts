// What is done about previews later.
import { defineJob } from '#platform/jobs/define.ts'

export const FORGET_PREVIEWS = defineJob('previews.forgetOld')
