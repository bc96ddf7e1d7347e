import { CallRefused } from '#browser/calls.ts'

/** The order lacks its buyer's consent, or the text of it has changed: only a page with the box can pay it. */
export const asksForWaiver = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && (error.message === 'pay.waiverRequired' || error.message === 'pay.waiverChanged')
