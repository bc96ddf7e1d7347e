// Takes withdrawals: kept and told, in one transaction.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import { serves } from '#platform/http/serve.ts'
import { withdrawalsContract } from './contract.ts'
import { RECEIVED } from './events.ts'
import type { Withdrawal } from './forms.ts'
import { referenceOf } from './reference.ts'
import * as store from './store.ts'

export interface WithdrawalsOptions {
  db: Database
  keyring: Keyring
  events: Events
}

export function withdrawalsCalls({ db, keyring, events }: WithdrawalsOptions) {
  /** The same declaration on the same day has the same id: pressing twice declares once. */
  function idOf(declared: Withdrawal): string {
    const day = new Date().toISOString().slice(0, 10)
    const { orderNo, email, fillName, scope } = declared
    const hex = keyring
      .fingerprint('withdrawal', JSON.stringify([day, orderNo, email, fillName, scope]))
      .toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  return serves(withdrawalsContract, {
    'POST /api/bottom/withdraw': async ({ body }, caller) => {
      const id = idOf(body)
      const { receivedAt } = await db.transaction(async (tx) => {
        const isNew = await store.insertWithdrawal(tx, { id, ...body, locale: caller.locale })
        const declared = await store.withdrawalById(tx, id)
        if (!isNew) return declared
        await events.append(tx, RECEIVED.of(id, { orderId: declared.orderId }, declared))
        return declared
      })
      return { reference: referenceOf(id), receivedAt: receivedAt.toISOString() }
    },
  })
}
