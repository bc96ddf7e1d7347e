// Money that came past every provider (a bank transfer, cash), of which a person here says that it is there: what this one
// answers is what people have recorded (`receiveByHand`). No shopper chooses it, and a person sends back what is refunded.
import type { Database } from '#platform/database/database.ts'
import { receivedBy } from '../../received-store.ts'
import { type PaymentProvider, ProviderRefused } from '../provider.ts'

export const HAND = 'hand'

export function createHand({ db }: { db: Database }): PaymentProvider {
  return {
    id: HAND,
    hasOurBooks: true,
    create: () => Promise.reject(new ProviderRefused(HAND, 'not_offered')),
    async query({ attemptId, currency = 'USD' }) {
      const received = await receivedBy(db, attemptId)
      const state = received ? 'completed' : 'pending'
      return {
        state,
        rawState: state,
        providerRef: received?.reference ?? attemptId,
        attemptId,
        amountMinor: received?.amount ?? 0,
        refundedMinor: 0,
        currency,
      }
    },
    refundsOnce: false,
  }
}
