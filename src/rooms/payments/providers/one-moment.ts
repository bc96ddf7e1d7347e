// What two calls of a provider tell of one payment, read as of one moment.
import { isDeepStrictEqual } from 'node:util'
import { ProviderUnreachable } from './provider.ts'

/** Readings of one payment before it is asked about later: each more says that its money moved since the one before. */
const READINGS = 5

/**
 * A payment and what is disputed of it, as they were at one moment: a dispute that ends with a refund between the two
 * calls would be won without it, or lost besides it. `again`: the same payment, read once more. `money`: what of it says
 * where its money is; the rest may be another in each answer.
 */
export async function withDisputes<Payment, Dispute>(
  provider: string,
  of: {
    first: () => Promise<Payment>
    again: (payment: Payment) => Promise<Payment>
    disputes: (payment: Payment) => Promise<Dispute[]>
    money: (payment: Payment) => unknown
  },
): Promise<{ payment: Payment; disputes: Dispute[] }> {
  let payment = await of.first()
  for (let reading = 0; reading < READINGS; reading++) {
    const disputes = await of.disputes(payment)
    if (disputes.length === 0) return { payment, disputes }
    const again = await of.again(payment)
    if (isDeepStrictEqual(of.money(again), of.money(payment))) return { payment, disputes }
    payment = again
  }
  throw new ProviderUnreachable(provider, 'moving')
}
