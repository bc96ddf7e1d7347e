// Nobody empties the shelves for nothing (decision C3): what one client has reserved and not paid is counted before an
// order is written, exactly, whatever else runs at the same time on any instance.
import type { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import type { Altcha } from '#rooms/captcha/hands.ts'
import type { TooManyUnpaid } from '../contract.ts'
import { isLimited, mayReserve, type ReservationLimits } from '../reservation-rules.ts'
import { lockClient, reservedBy } from './reservation-store.ts'

/** Who orders, as keyed hashes: the client address (an IPv6 one by its network) and the mailbox. */
export interface Reserver {
  clientHash: Buffer
  mailboxHash: Buffer
}

export type Reservations = ReturnType<typeof createReservations>

export function createReservations(options: { keyring: Keyring; altcha: Altcha; limits: () => ReservationLimits }) {
  const { keyring, altcha } = options
  const purposeOf = ({ clientHash, mailboxHash }: Reserver) =>
    `order ${clientHash.toString('hex')} ${mailboxHash.toString('hex')}`

  return {
    reserver: (address: string, email: string): Reserver => ({
      clientHash: keyring.fingerprint('client', clientNetwork(address)),
      mailboxHash: keyring.fingerprint('mailbox', mailboxOf(email)),
    }),

    /**
     * Before an order of these units is written, in its transaction: why it may not be, or nothing; nobody with the same
     * client address passes until the transaction ends. `solution` is used up only when it is needed.
     */
    async refusal(
      tx: Transaction,
      reserver: Reserver,
      wanted: { offerId: number; quantity: number }[],
      solution: string | undefined,
    ): Promise<TooManyUnpaid | undefined> {
      const limits = options.limits()
      if (!isLimited(limits)) return undefined
      await lockClient(tx, reserver.clientHash)
      const reserved = await reservedBy(tx, reserver, wanted, limits.hours)
      if (mayReserve(reserved, limits, false)) return undefined
      if (!mayReserve(reserved, limits, true)) return { challenge: null }
      const purpose = purposeOf(reserver)
      return (await altcha.take(tx, purpose, solution)) ? undefined : { challenge: altcha.challenge(purpose) }
    },
  }
}
