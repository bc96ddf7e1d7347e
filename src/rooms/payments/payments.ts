// What the shop does about payments: opens them, asks about them, hears of them and sends money back.
import type { Origin } from '#platform/http/origin.ts'
import { type AskingOptions, createAsking } from './asking.ts'
import { createCards } from './cards.ts'
import { createDifferences } from './differences.ts'
import { createLocal } from './local.ts'
import { createNotices } from './notices.ts'
import { createOpening } from './opening.ts'
import { createReconciling } from './reconcile.ts'
import { createRefunds } from './refunds.ts'
import { createUnconfirmed } from './unconfirmed.ts'

export interface PaymentsOptions extends AskingOptions {
  shopName: () => string
  origin: Origin
  /** Names of those that are compared with what we know each night. */
  compared: () => readonly string[]
  /** Whether notices are handled by this process, at once; else each becomes a job. */
  handlesNotices: boolean
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments(options: PaymentsOptions) {
  const { settle, ...asking } = createAsking(options)
  return {
    providerOf: options.providerOf,
    ...asking,
    ...createLocal({ ...options, askOpen: asking.askOpen }),
    ...createCards({ ...options, settle }),
    ...createOpening({ ...options, settle }),
    notices: createNotices({ ...options, settle }),
    reconciling: createReconciling({ ...options, settle }),
    ...createUnconfirmed({ db: options.db, differences: createDifferences(options) }),
    sendRefund: createRefunds({ ...options, settle }).send,
  }
}
