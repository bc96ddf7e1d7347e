// Takes withdrawals: kept, acknowledged, and the operator told where an order fits, in one transaction.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { countCall } from '#platform/http/rate-limit.ts'
import { room } from '#platform/http/serve.ts'
import { raiseAlert } from '#shop/alerts/store.ts'
import { promiseMail } from '#shop/delivery/store.ts'
import { withdrawalsContract } from './contract.ts'
import type { Withdrawal } from './forms.ts'
import { referenceOf } from './reference.ts'
import * as store from './store.ts'

/** Acknowledgements to one address per minute: whoever types a stranger's address must not fill his mailbox. */
const MAILS_PER_MINUTE = 3

export interface WithdrawalsOptions {
  db: Database
  keyring: Keyring
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

export function withdrawalsRoom({ db, keyring, mailDomain }: WithdrawalsOptions) {
  /** The same declaration on the same day has the same id: pressing twice declares once. */
  function idOf(declared: Withdrawal): string {
    const day = new Date().toISOString().slice(0, 10)
    const { orderNo, email, fillName, scope } = declared
    const hex = keyring
      .fingerprint('withdrawal', JSON.stringify([day, orderNo, email, fillName, scope]))
      .toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  return room(withdrawalsContract, {
    'POST /api/bottom/withdraw': async ({ body }, caller) => {
      await countCall(db, 'withdrawal to', body.email.toLowerCase(), MAILS_PER_MINUTE)
      const id = idOf(body)
      const { receivedAt } = await db.transaction(async (tx) => {
        const isNew = await store.insertWithdrawal(tx, { id, ...body, locale: caller.locale })
        const declared = await store.withdrawalById(tx, id)
        if (!isNew) return declared
        const mailId = randomUUID()
        await promiseMail(tx, {
          id: mailId,
          messageId: `<${mailId}@${mailDomain()}>`,
          recipient: declared.email,
          locale: declared.locale,
          template: 'withdrawalReceived',
          data: { withdrawalId: id },
        })
        const { orderId } = declared
        if (orderId)
          await raiseAlert(tx, {
            kind: 'withdrawal.received',
            subject: id,
            orderId,
            details: { withdrawalId: id },
            money: true,
          })
        return declared
      })
      return { reference: referenceOf(id), receivedAt: receivedAt.toISOString() }
    },
  })
}
