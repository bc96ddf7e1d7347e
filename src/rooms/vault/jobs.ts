// What the vault asks of others.
import { defineJob } from '#platform/jobs/define.ts'

/** Keys of this offer came: orders that wait for them get theirs. */
export const SERVE_WAITING = defineJob<{ offerId: number }>('order.serveWaiting')

/** Keys that were there before they could be found by their end become findable. */
export const WRITE_TAILS = defineJob('vault.writeTails')
