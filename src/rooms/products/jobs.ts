// What is done about products later.
import { defineJob } from '#platform/jobs/define.ts'

export const BULK_EDIT = defineJob<{ bulkId: string }>('products.bulkEdit')
