// What the shop does about payments: opens them, asks about them, hears of them and sends money back.
import { type AskingOptions, createAsking } from './asking.ts'
import { createLocal } from './local.ts'
import { createNotices } from './notices.ts'
import { createOpening } from './opening.ts'
import { createRefunds } from './refunds.ts'

export interface PaymentsOptions extends AskingOptions {
  shopName: string
  origin: () => string
  /** Whether notices are handled by this process, at once; else each becomes a job. */
  handlesNotices: boolean
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments(options: PaymentsOptions) {
  const { settle, ...asking } = createAsking(options)
  return {
    providerOf: options.providerOf,
    ...asking,
    ...createLocal(options),
    ...createOpening({ ...options, settle }),
    notices: createNotices({ ...options, settle }),
    sendRefund: createRefunds({ ...options, settle }).send,
  }
}
