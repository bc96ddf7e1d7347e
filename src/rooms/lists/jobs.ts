// What is done about lists later.
import { defineJob } from '#platform/jobs/define.ts'

/** Writes a file to its end, from wherever it is. */
export const LIST_FILE = defineJob<{ fileId: string }>('lists.file')

export const FORGET_FILES = defineJob('lists.forgetFiles')
