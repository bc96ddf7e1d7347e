// What a person does for the buyer of an order: writes to him again, to another address, gives him another key, takes a note.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { mailKeysAnew, type NewMail, promiseMail, type Template, waitingMails } from '#rooms/mail/hands.ts'
import { paymentsOf } from '#rooms/payments/hands.ts'
import { isReplacement, replaceKey, soldKeys } from '#rooms/vault/hands.ts'
import { isErased, type OrderStatus } from '../rules.ts'
import type { LockedOrder } from '../store.ts'
import { ActRefused } from './act-refused.ts'
import { type By, createActing } from './acting.ts'
import { orderUnits } from './acts.ts'
import { givenAway, handedOut, mayHandOut } from './handing-out.ts'
import { isHeld, openHolds } from './hold-store.ts'
import { giveAddress, type NewAddress } from './readdress.ts'

/** Its keys, as far as they were not refunded, are with the buyer. */
export const HAS_KEYS: readonly OrderStatus[] = ['Delivered', 'Completed', 'PartlyRefunded']

/** What is not over by itself: who has not got it needs it. What else waits, the order's page says better. */
const LASTS: readonly Template[] = ['unpaid', 'processing', 'ended', 'overpaid', 'refund', 'toppedUp', 'topUpRefund']

interface Options {
  db: Database
  /** Right-hand side of message ids: the shop's host. */
  mailDomain: () => string
}

export function createCare({ db, mailDomain }: Options) {
  const act = createActing(db)

  function mail(tx: Transaction, order: LockedOrder, template: Template, data: Record<string, string> = {}) {
    const id = randomUUID()
    const about: NewMail<Template> = {
      ...{ id, messageId: `<${id}@${mailDomain()}>`, locale: order.locale, template },
      ...{ recipient: order.deliveryEmail, data: { ...data, orderId: order.id } },
    }
    return promiseMail(tx, about)
  }

  /** Its keys where it has some; else the link that opens it. */
  const write = (tx: Transaction, order: LockedOrder) =>
    mail(tx, order, HAS_KEYS.includes(order.status) && order.topUpCents === null ? 'delivery' : 'found')

  return {
    /** The mail with its keys goes out once more; of an order that has none, the link that opens it. */
    resend: (orderId: string, by: By) =>
      act(orderId, 'resend', by, async (tx, order) => {
        if (isErased(order)) throw new ActRefused('erased')
        await write(tx, order)
        return [['wroteAgain']]
      }),

    /**
     * Its mails go to another address from now on, which gets what it has, and what still waits to be sent to the old one
     * (order-mails.ts lets that lapse); the old one is told that they do. Links that were
     * sent so far open the order no more; the browser that made it does. Its account may be another from then on.
     */
    readdress: (orderId: string, by: By, to: NewAddress) =>
      act(orderId, 'readdress', by, async (tx, order) => {
        if (isErased(order)) throw new ActRefused('erased')
        const { email } = to
        if (email.toLowerCase() === order.deliveryEmail.toLowerCase()) throw new ActRefused('sameAddress')
        const keys = (await soldKeys(tx, order.id)).map(({ id }) => id)
        if (keys.length > 0) await mayHandOut(tx, by)
        const { memberId, did } = await giveAddress(tx, order, to)
        await givenAway(tx, order, by, { did, keys: keys.length })
        if (keys.length > 0) await handedOut(tx, by, keys)
        await mail(tx, order, 'orderReaddressed')
        const moved = { ...order, deliveryEmail: email }
        await write(tx, moved)
        for (const { template, data } of await waitingMails(tx, order))
          if (LASTS.includes(template)) await mail(tx, moved, template, data)
        const personal = { before: { email: order.deliveryEmail }, after: { email } }
        return { did, buyer: { memberId, deliveryEmail: email }, personal }
      }),

    /**
     * The key of this unit is the buyer's no more, and another one of the same offer is. He gets the mail with his keys. `again`: also
     * of a unit whose key was replaced before.
     */
    replace: (orderId: string, by: By, name: { line: number; unit: number; again: boolean }) =>
      act(orderId, 'replace', by, async (tx, order) => {
        const payment = (await paymentsOf(tx, orderId)).find(({ id }) => id === order.paidPaymentId)
        if (!HAS_KEYS.includes(order.status)) throw new ActRefused('notDelivered', { status: order.status })
        if (await isHeld(tx, orderId))
          throw new ActRefused((await openHolds(tx, orderId)).length > 0 ? 'isHeld' : 'moneyGoesBack')
        const units = await orderUnits(tx, order, payment)
        const unit = units.find(({ line, unit }) => line === name.line && unit === name.unit)
        const called = `${name.line}.${name.unit}`
        if (!unit || unit.keyId === null) throw new ActRefused('noKey', { unit: called })
        if (unit.refund !== 'none')
          throw new ActRefused(unit.refund === 'done' ? 'unitRefunded' : 'unitUnderWay', { unit: called })
        if (!name.again && (await isReplacement(tx, unit.keyId)))
          throw new ActRefused('replacedBefore', { unit: called })
        await mayHandOut(tx, by)
        const newKeyId = await replaceKey(tx, unit.keyId)
        if (newKeyId === undefined) throw new ActRefused('noneLeft')
        await handedOut(tx, by, [newKeyId])
        if ((await mailKeysAnew(tx, order)) === 0 && !isErased(order)) await mail(tx, order, 'delivery')
        return [['replaced', { unit: called, from: String(unit.keyId), to: String(newKeyId) }]]
      }),

    /** What whoever opens it next should know. */
    note: (orderId: string, by: By) => act(orderId, 'note', by, async () => [['noted']]),
  }
}
