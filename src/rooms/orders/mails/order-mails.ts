// Mails about orders that nobody moved: a reminder while one waits for its payment, and the link that was asked for. And which
// mails about orders are sent no more, because what they say is over.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { type Fragment, fragment, sql } from '#platform/database/sql.ts'
import { eachOf } from '#platform/jobs/each.ts'
import { mayMail, networkOf, type OrderTemplate, promiseMail } from '#rooms/mail/hands.ts'
import { isHeld, isUnderWay } from '../acts/hold-store.ts'
import type { OrderWanted } from '../jobs.ts'
import { lockOrder } from '../store.ts'
import type { TopUpTemplate } from '../top-ups/top-up-letters.ts'
import { deliveryHolds } from './delivery-waits.ts'

/** Who has not paid by then has probably lost the page; before that he is on the provider's. */
const REMIND_AFTER_MINUTES = 5
/** A link that ends before it is read helps nobody. */
const STILL_MINUTES = 3
const AT_ONCE = 100

interface Addressed {
  id: string
  deliveryEmail: string
  locale: string
}

/** Keyed hash of an address that somebody typed to find his order again. */
export const typedAddress = (keyring: Keyring, email: string) =>
  keyring.fingerprint('typed-address', email.toLowerCase()).toString('base64url')

interface OrderMailsOptions {
  db: Database
  keyring: Keyring
  mailDomain: () => string
}

export function createOrderMails({ db, keyring, mailDomain }: OrderMailsOptions) {
  /** What strangers can cause. `network`: of the one who asks. */
  async function mail(tx: Transaction, order: Addressed, template: OrderTemplate, network?: Buffer): Promise<void> {
    if (await mayMail(tx, order.deliveryEmail, template, network && { network }))
      await write(tx, order, template, network)
  }

  async function write(tx: Transaction, order: Addressed, template: OrderTemplate, network?: Buffer): Promise<void> {
    const id = randomUUID()
    await promiseMail(tx, {
      id,
      messageId: `<${id}@${mailDomain()}>`,
      recipient: order.deliveryEmail,
      locale: order.locale,
      template,
      data: { orderId: order.id },
      ...(network && { asker: network }),
    })
  }

  return {
    /** Tick. Each unpaid order once, with the way back to it. */
    async remindUnpaid(): Promise<void> {
      await eachOf(await unpaidOrders(db), (id) =>
        db.transaction(async (tx) => {
          // Locked: what holds it, or tells that its money is under way, comes before or after, not between.
          await lockOrder(tx, id)
          if ((await isHeld(tx, id)) || (await isUnderWay(tx, id))) return
          const order = await takeReminder(tx, id)
          if (order) await mail(tx, order, 'unpaid')
        }),
      )
    },

    /**
     * Of an order that somebody here made for him, its buyer is told at once, and not reminded again. However many mails
     * strangers caused before: without this one nobody could pay it.
     */
    async askForPayment(tx: Transaction, id: string): Promise<void> {
      const order = await takeReminder(tx, id)
      if (order) await write(tx, order, 'unpaid')
    },

    /** Job. Nothing where number and address do not belong together. */
    async find({ orderNo, address, email, asker }: OrderWanted): Promise<void> {
      const typed = address ?? typedAddress(keyring, email)
      await db.transaction(async (tx) => {
        const order = await orderOf(tx, orderNo)
        if (order && typedAddress(keyring, order.deliveryEmail) === typed)
          await mail(tx, order, 'found', networkOf(asker))
      })
    },
  }
}

/** Neither held nor with money under way: then a mail of its own says what it waits for. */
const WAITS_FOR_PAYMENT = fragment`status = 'Unpaid'
      and not exists (select from order_holds where order_id = o.id and lifted_at is null)
      and not exists (select from payments where order_id = o.id and state = 'processing')`

type Data = Record<string, string>
interface To {
  recipient: string
}

/**
 * What a mail says of its order may be over when a mail server takes it at last; what happened since has a mail of its own.
 * None goes to an address that the order was taken from: its link would open the order there.
 */
export function orderMailsHold(db: Queryable) {
  const whoseOrder =
    (state: Fragment) =>
    async ({ orderId }: Data, { recipient }: To): Promise<boolean> =>
      (
        await db.query(
          sql`select 1 from orders o where id = ${orderId} and delivery_email = ${recipient} and ${state} limit 1`,
        )
      ).length > 0
  const isHis = whoseOrder(fragment`true`)
  return {
    unpaid: whoseOrder(fragment`expires_at > now() and ${WAITS_FOR_PAYMENT}`),
    processing: whoseOrder(fragment`status = 'Processing'`),
    delivery: (data: Data, { recipient }: To) => deliveryHolds(db, data, recipient),
    ...{ ended: isHis, takenBack: isHis, underWay: isHis, givenUp: isHis, held: isHis, heldUnpaid: isHis },
    ...{ overpaid: isHis, refund: isHis, found: isHis },
    ...{ toppedUp: isHis, topUpUnderWay: isHis, topUpGivenUp: isHis, topUpHeld: isHis, topUpRefund: isHis },
  } satisfies Record<OrderTemplate | TopUpTemplate, unknown>
}

/** Any of them: the same that fail each time would keep all behind them from being reminded, were they always the first. */
export async function unpaidOrders(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders o
    where ${WAITS_FOR_PAYMENT} and top_up_cents is null and reminded_at is null and placed_at < now() - make_interval(mins => ${REMIND_AFTER_MINUTES})
      and expires_at > now() + make_interval(mins => ${STILL_MINUTES})
    order by random() limit ${AT_ONCE}`)
  return rows.map((row) => row.id)
}

/** Undefined: it is paid, or a rival reminds of it. */
function takeReminder(tx: Transaction, id: string): Promise<Addressed | undefined> {
  return tx.maybe<Addressed>(sql`
    update orders set reminded_at = now() where id = ${id} and status = 'Unpaid' and reminded_at is null
    returning id, delivery_email as "deliveryEmail", locale`)
}

function orderOf(db: Queryable, orderNo: string): Promise<Addressed | undefined> {
  return db.maybe<Addressed>(sql`
    select id, delivery_email as "deliveryEmail", locale from orders where order_no = upper(${orderNo})`)
}
