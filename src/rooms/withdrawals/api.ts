// Takes withdrawals: kept, acknowledged, and the operator told where an order fits, in one transaction.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { serves } from '#platform/http/serve.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { mayMail, promiseMail } from '#rooms/mail/hands.ts'
import { withdrawalsContract } from './contract.ts'
import type { Withdrawal } from './forms.ts'
import { referenceOf } from './reference.ts'
import * as store from './store.ts'

/** Acknowledgements for one order within a day: more than anybody has parts to withdraw from in anger. */
const MAILS_PER_ORDER = 10

export interface WithdrawalsOptions {
  db: Database
  keyring: Keyring
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

export function withdrawalsCalls({ db, keyring, mailDomain }: WithdrawalsOptions) {
  /** The same declaration on the same day has the same id: pressing twice declares once. */
  function idOf(declared: Withdrawal): string {
    const day = new Date().toISOString().slice(0, 10)
    const { orderNo, email, fillName, scope } = declared
    const hex = keyring
      .fingerprint('withdrawal', JSON.stringify([day, orderNo, email, fillName, scope]))
      .toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  /**
   * All that was declared goes only to whom an order fits; these are counted apart, so that nobody who types the address
   * keeps its owner from his acknowledgement. Too many are kept all the same, and only not mailed: a refusal would tell
   * that no order fits.
   */
  async function acknowledge(tx: Transaction, declared: store.WithdrawalRow) {
    const template = declared.orderId ? 'withdrawalReceived' : 'withdrawalUnmatched'
    const may = declared.orderId
      ? (await store.declaredToday(tx, declared.orderId)) <= MAILS_PER_ORDER
      : await mayMail(tx, declared.email, template)
    if (!may) return
    const id = randomUUID()
    await promiseMail(tx, {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: declared.email,
      locale: declared.locale,
      template,
      data: { withdrawalId: declared.id },
    })
  }

  return serves(withdrawalsContract, {
    'POST /api/bottom/withdraw': async ({ body }, caller) => {
      const id = idOf(body)
      const { receivedAt } = await db.transaction(async (tx) => {
        const isNew = await store.insertWithdrawal(tx, { id, ...body, locale: caller.locale })
        const declared = await store.withdrawalById(tx, id)
        if (!isNew) return declared
        await acknowledge(tx, declared)
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
