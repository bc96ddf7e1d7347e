// A member's balance as a way to pay: the provider is the shop itself, and what it answers is what its ledger says. An
// attempt leads to /balance-pay, where its member pays it while he is signed in (`payLocally` of local.ts).
import type { Database } from '#platform/database/database.ts'
import { decimal } from '#platform/money.ts'
import { giveBack, movedBy } from '#rooms/ledger/hands.ts'
import type { PaymentProvider } from '../provider.ts'

export const BALANCE = 'balance'

export function createBalance({ db }: { db: Database }): PaymentProvider {
  return {
    id: BALANCE,
    isHere: true,
    async create({ attemptId, orderId, currency, amountMinor, returnUrl }) {
      const page = new URL('/balance-pay', returnUrl)
      page.search = new URLSearchParams({
        orderId,
        currencyType: currency,
        amount: decimal(amountMinor),
      }).toString()
      return { how: 'redirect', providerRef: attemptId, redirectUrl: page.href }
    },
    async query({ attemptId }) {
      const { spent, back } = await movedBy(db, attemptId)
      const state = spent === 0 ? 'pending' : back >= spent ? 'refunded' : 'completed'
      return {
        state,
        rawState: state,
        providerRef: attemptId,
        attemptId,
        amountMinor: spent,
        refundedMinor: back,
        currency: 'USD',
      }
    },
    refundsOnce: true,
    async refund({ providerRef, amountMinor, idempotencyKey }) {
      await db.transaction((tx) =>
        giveBack(tx, { paymentId: providerRef, cents: amountMinor, cause: `refund ${idempotencyKey}` }),
      )
      return { refundRef: idempotencyKey, state: 'done' }
    },
  }
}
