// What answers a dispute, as one page that a bank can read: what was bought, what its buyer agreed to, how it was paid, when
// its keys were sent and shown. In English, as providers want it. No key is in it, and nothing of what people here wrote down.
import type { Transaction } from '#platform/database/database.ts'
import { escapeMarkup as e } from '#platform/markup.ts'
import { decimal } from '#platform/money.ts'
import { type Seller, sellerLines } from '#rooms/content/hands.ts'
import { type PaymentRow, paymentsOf } from '#rooms/payments/hands.ts'
import { orderLines } from '../buyer/line-store.ts'
import { happenedTo } from '../office-calls/happened-store.ts'
import { mailsOf, type Reveal, revealsOf, type Written } from '../office-calls/office-payments-store.ts'
import * as store from '../store.ts'
import { leftOnBalance } from './refund-choice.ts'

/** Undefined: there is no such order. */
export async function evidenceOf(
  tx: Transaction,
  orderId: string,
  { shopName, seller }: { shopName: string; seller: Seller | undefined },
): Promise<{ name: string; html: string } | undefined> {
  const order = await store.orderById(tx, orderId)
  if (!order) return undefined
  const money = (minor: number, currency = order.currency) => `${decimal(minor)} ${currency}`
  const lines = await orderLines(tx, orderId)
  const title = `${shopName}: order ${order.orderNo}`
  const body = [
    `<h1>${e(title)}</h1>`,
    facts([
      ['Seller', seller ? sellerLines(seller).join(', ') : shopName],
      ['Ordered', moment(order.placedAt)],
      ['Status', order.status],
      ['Paid', order.paidAt ? moment(order.paidAt) : 'not paid'],
      ['Total', money(order.total)],
      ['E-mail address for delivery', order.deliveryEmail],
      ['Language of the buyer', order.locale],
    ]),
    '<h2>Bought</h2>',
    table(
      ['Product', 'Version', 'Quantity', 'Total'],
      lines.map((line) => [line.name, line.skuLabel, String(line.quantity), money(line.total)]),
    ),
    '<h2>Consent to delivery at once</h2>',
    order.waiver
      ? `<p>Given ${e(order.waiver.at)} (version ${e(order.waiver.version)}):</p><blockquote>${e(order.waiver.text)}</blockquote>`
      : '<p>None was recorded.</p>',
    '<h2>Payments</h2>',
    table(
      ['Begun', 'Provider', 'Reference', 'State', 'Paid', SENT_BACK, 'Put on the balance in this shop'],
      await paymentRows(tx, order),
    ),
    '<h2>Mails</h2>',
    table(
      ['Written', 'Sent', 'About', 'To', 'Message id'],
      (await mailsOf(tx, orderId)).map((mail) => [
        moment(mail.createdAt),
        sendingOf(mail),
        mail.template,
        mail.recipient,
        mail.messageId,
      ]),
    ),
    '<h2>When the keys were shown</h2>',
    table(
      ['When', 'How', 'To', 'From or to which address', 'Keys'],
      (await revealsOf(tx, orderId)).map((reveal) => [
        moment(reveal.sentAt ?? reveal.at),
        wayOf(reveal),
        reveal.actor,
        reveal.address,
        String(reveal.keys),
      ]),
    ),
    '<h2>What became of the order</h2>',
    table(
      ['When', 'Status'],
      (await happenedTo(tx, order)).filter(({ kind }) => kind === 'status').map(({ at, what }) => [moment(at), what]),
    ),
  ].join('\n')
  return {
    name: `evidence-${order.orderNo}.html`,
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${e(title)}</title><style>${STYLE}</style></head>\n<body>${body}</body></html>\n`,
  }
}

async function paymentRows(tx: Transaction, { id, rateE8 }: store.OrderRow): Promise<string[][]> {
  const rows: string[][] = []
  for (const payment of (await paymentsOf(tx, id)).toReversed()) {
    const left = await leftOnBalance(tx, payment, rateE8)
    const money = (minor: number) => `${decimal(minor)} ${payment.currency}`
    rows.push([
      moment(payment.createdAt),
      payment.provider,
      payment.providerRef ?? '',
      payment.state,
      money(payment.paidAmount ?? 0),
      sentBack(payment, left, money),
      left === payment.toBalance
        ? money(left)
        : `${money(payment.toBalance)}; ${money(payment.toBalance - left)} of it taken off again`,
    ])
  }
  return rows
}

/** At the provider. What a dispute has cost was not sent by anybody here. */
const SENT_BACK = 'Sent back, or taken by the bank'

/**
 * What was taken off the balance has gone back at the provider, unless it is contested and nobody has it yet. What a provider
 * says that nobody knows may be about either.
 */
function sentBack(
  { state, refundedAmount, toBalance }: PaymentRow,
  left: number,
  money: (minor: number) => string,
): string {
  const [least, most] = [refundedAmount - toBalance, refundedAmount - left]
  if (state === 'unknown' && least < most) return `${money(least)} to ${money(most)}: its provider has not said`
  return money(state === 'disputed' ? least : most)
}

const STYLE =
  'body{font:14px/1.5 sans-serif;margin:2rem;max-width:60rem}table{border-collapse:collapse;width:100%}th,td{border:1px solid #999;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}dt{font-weight:bold}blockquote{white-space:pre-wrap}'

const sendingOf = ({ sentAt, state }: Written) =>
  sentAt ? moment(sentAt) : state === 'lapsed' ? 'never: it was out of date' : 'not yet'

/** Keys that stand in a mail were shown when it was sent. */
const wayOf = ({ via, sentAt, hasMail }: Reveal) =>
  via !== 'mail' || sentAt
    ? via
    : `written into a mail that ${hasMail ? 'was not sent' : 'is not kept any more: whether it was sent stands nowhere'}`

const moment = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const facts = (rows: [string, string][]) =>
  `<dl>${rows.map(([label, value]) => `<dt>${e(label)}</dt><dd>${e(value)}</dd>`).join('')}</dl>`

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '<p>None.</p>'
  const row = (cells: string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag} dir="auto">${e(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}
