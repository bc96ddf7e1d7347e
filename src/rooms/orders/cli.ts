// `npm run orders`: holds an order, the ways out of a hold, and a look at it; beside a running shop or without it.
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand, sayFirst } from '#platform/command.ts'
import { machineUser } from '#platform/machine-user.ts'
import { decimal } from '#platform/money.ts'
import { type PaymentRow, paymentsOf, refundsOf, tasksOf } from '#rooms/payments/hands.ts'
import { ActRefused } from './acts/act-refused.ts'
import type { By } from './acts/acting.ts'
import { createActs, orderUnits, type UnitName } from './acts/acts.ts'
import * as holds from './acts/hold-store.ts'
import { settlingBesideShop } from './beside-shop.ts'
import { orderLines } from './buyer/line-store.ts'
import { endByHand, listByHand } from './cli-by-hand.ts'
import { listDifferences, reconcile, settled } from './cli-differences.ts'
import { createDisputeLost } from './refunds/dispute-lost.ts'
import { leftOnBalance } from './refunds/refund-choice.ts'
import { orderByNo } from './store.ts'
import { topUpLeftNow } from './top-ups/top-ups.ts'

/** Shown at once by `list`. */
const MOST_HELD = 500

const ORDER_ACTS = ['hold', 'accept', 'refund', 'release', 'lost'] as const
type OrderAct = (typeof ORDER_ACTS)[number]
const ACTS = [...ORDER_ACTS, 'settled', 'refunded', 'not-refunded'] as const
const isAct = (task: string | undefined): task is (typeof ACTS)[number] => ACTS.some((known) => known === task)

const USAGE = `npm run orders -- list
npm run orders -- show ORDERNO
npm run orders -- hold ORDERNO --reason "…" [--by NAME]
npm run orders -- accept ORDERNO --reason "…" [--by NAME]
npm run orders -- refund ORDERNO --reason "…" [--amount 12.34 | --unit LINE[.N] …] [--reference "…"] [--by NAME]
npm run orders -- release ORDERNO --reason "…" [--by NAME]
npm run orders -- lost ORDERNO --reason "…" [--by NAME]
npm run orders -- by-hand
npm run orders -- refunded NUMBER --reference "…" --reason "…" [--by NAME]
npm run orders -- not-refunded NUMBER --reason "…" [--by NAME]
npm run orders -- reconcile [--by NAME]
npm run orders -- differences
npm run orders -- settled NUMBER --seen WORD --reason "…" [--by NAME]

  list     orders that are held, the longest first
  show     what is known of an order: its moves, payments, holds, refunds, and what people did to it
  hold     nothing of it is delivered, paid or given up until \`release\`, \`accept\` or \`refund\`; money that comes waits
  accept   its money is taken as it is: paid, and delivered as far as there are keys
  refund   its money goes back to where it came from, or to its member's balance if he chose that; all that is left
           unless --amount says less, or --unit (once or several times) names single units by line and number, as
           \`show\` counts them: what each cost, and its key is shown no more; a line alone is all of it; --reference is
           what you call this refund (a number of a ticket, say): by it an order is refunded once, so that the same
           command may be run again when nobody knows whether the first was done; an order that cost nothing is taken
           back as a whole: its keys and its coupon's use, without money
  release  its holds are lifted: it goes on as if it had never been held
  lost     the dispute about its payment was lost, and the bank has the money for good: for a provider that does not say so
  by-hand      refunds that somebody must make at the provider, which takes none from the shop
  refunded     you have made one of them there: --reference is what the provider calls it
  not-refunded it is given up, and its money stays
  reconcile    a shop that runs compares its payments with the providers' own lists now, as it does each night
  differences  what it found to differ and nobody has settled, and what a notice says and no answer confirms
  settled      you have dealt with one of them at the provider: it ends and is not told again; --seen is the word
               that \`differences\` shows with its figures, so that you settle what you have seen
  --by     who says so; without it the user of this machine`

await runCommand('orders', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      amount: { type: 'string' },
      unit: { type: 'string', multiple: true },
      reference: { type: 'string' },
      seen: { type: 'string' },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, orderNo, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  const actor = machineUser(values.by)
  if (task === 'list' && orderNo === undefined) return list(command)
  if (task === 'reconcile' && orderNo === undefined) return reconcile(command, actor)
  if (task === 'differences' && orderNo === undefined) return listDifferences(command)
  if (task === 'by-hand' && orderNo === undefined) return listByHand(command)
  if (orderNo !== undefined && more.length === 0) {
    if (task === 'show') return show(command, orderNo)
    if (isAct(task)) {
      const reason = values.reason?.trim()
      if (!reason)
        throw new CommandError(
          `--reason is missing: it is kept with the ${task === 'settled' ? 'difference' : 'order'}`,
        )
      for (const option of ['amount', 'unit'] as const)
        if (values[option] !== undefined && task !== 'refund') throw new CommandError(`--${option} belongs to refund`)
      const reference = values.reference?.trim()
      if (task === 'refunded' && reference === undefined)
        throw new CommandError('--reference is missing: what the provider calls the refund')
      if (reference !== undefined && task !== 'refund' && task !== 'refunded')
        throw new CommandError('--reference belongs to refund and refunded')
      if (task === 'refund' && reference !== undefined && !/^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(reference))
        throw new CommandError('--reference: what you call this refund, at most 200 plain characters')
      const seen = values.seen?.trim()
      if ((seen !== undefined) !== (task === 'settled'))
        throw new CommandError('--seen, the word that `differences` shows with a difference, belongs to settled')
      if (values.amount !== undefined && values.unit) throw new CommandError('either --amount or --unit')
      const by = { actor, reason: reason.slice(0, 1000) }
      if (task === 'settled') return settled(command, orderNo, by, seen ?? '')
      if (task === 'refunded' || task === 'not-refunded') return endByHand(command, orderNo, by, reference)
      return act(command, task, orderNo, { ...by, ...(reference !== undefined && { reference }) }, values)
    }
  }
  throw new CommandError(`this is no task of mine:\n${USAGE}`)
})

async function act(
  command: Command,
  task: OrderAct,
  orderNo: string,
  by: By,
  typed: { amount?: string; unit?: string[] },
): Promise<number> {
  const amount = typed.amount === undefined ? null : readAmount(typed.amount)
  const units = typed.unit?.map(readUnit)
  const { db } = await command.ground()
  const { id } = await find(command, orderNo)
  const mailDomain = () => new URL(command.config.publicUrl ?? 'http://localhost').hostname
  const of = { db, settling: settlingBesideShop(mailDomain) }
  const acts = { ...createActs(of), lost: createDisputeLost(of) }
  try {
    const refund = () => (units ? acts.refundUnits(id, by, units) : acts.refund(id, by, amount))
    const done = await (task === 'refund' ? refund() : acts[task](id, by))
    command.say(`${orderNo}: ${done.did}. It is ${done.status}.`)
    return 0
  } catch (error) {
    if (error instanceof ActRefused) throw new CommandError(`${orderNo}: ${error.message}`)
    throw error
  }
}

function readAmount(typed: string): number {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed)
  const minor = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (minor === 0) throw new CommandError(`--amount: ${typed} is no amount of money; write 12.34`)
  return minor
}

function readUnit(typed: string): UnitName {
  const match = /^([1-9]\d{0,2})(?:\.([1-9]\d{0,3}))?$/.exec(typed)
  if (!match) throw new CommandError(`--unit: ${typed} names no unit; write 2.1 (line 2, the first of it) or 2`)
  return { line: Number(match[1]), unit: match[2] === undefined ? null : Number(match[2]) }
}

async function find({ ground }: Command, orderNo: string) {
  const order = await orderByNo((await ground()).db, orderNo.trim().toUpperCase())
  if (!order) throw new CommandError(`there is no order ${orderNo}`)
  return order
}

async function list({ ground, say }: Command): Promise<number> {
  const rows = await holds.heldOrders((await ground()).db, MOST_HELD + 1)
  if (rows.length === 0) say('no order is held')
  await sayFirst(
    say,
    { rows, most: MOST_HELD },
    ({ orderNo, status, since, ...hold }) => `${orderNo}  ${status}  ${heldFor(hold)}  since ${when(since)}`,
  )
  return 0
}

async function show(command: Command, orderNo: string): Promise<number> {
  const { say } = command
  const { db } = await command.ground()
  const order = await find(command, orderNo)
  say(`${order.orderNo}: ${order.status}, ${money(order.total, order.currency)}, ordered ${when(order.placedAt)}`)
  if (order.refundToBalanceAt) say(`  refunds go to its member’s balance, as he chose ${when(order.refundToBalanceAt)}`)
  for (const { at, from, to, actor, reason } of await holds.movesOf(db, order.id))
    say(`  ${when(at)}  ${from ? `${from} → ` : ''}${to}  by ${actor}: ${reason}`)
  const payments = await paymentsOf(db, order.id)
  const paid = payments.find(({ id }) => id === order.paidPaymentId)
  await showUnits(command, order, paid)
  const unspent = await topUpLeftNow(db, order.id, paid?.id ?? '')
  if (paid && unspent !== undefined) say(`  top-up: ${money(unspent, paid.currency)} of its payment are not spent`)
  for (const payment of payments.toReversed()) {
    const left = await leftOnBalance(db, payment, order.rateE8)
    say(
      `  payment ${payment.id} at ${payment.provider}: ${payment.state}, paid ${money(payment.paidAmount, payment.currency)} of ${money(payment.amount, payment.currency)}, back ${money(payment.refundedAmount, payment.currency)}${left > 0 ? ` (${money(left, payment.currency)} of it on the balance)` : ''}`,
    )
  }
  for (const refund of await refundsOf(db, order.id))
    say(
      `  refund ${money(refund.amount, refund.currency)}${refund.destination === 'balance' ? ' to its member’s balance' : ''}: ${refund.state}${refund.problem ? ` (${refund.problem})` : ''}, for ${refund.actor}: ${refund.reason}`,
    )
  for (const { number, amount, currency, outcome, reference } of await tasksOf(db, order.id))
    say(
      `    refund ${number} by hand, ${money(amount, currency)}: ${outcome ?? 'waits for a person'}${reference ? ` (${reference})` : ''}`,
    )
  for (const { since, paymentId, ...hold } of await holds.openHolds(db, order.id))
    say(`  HELD for ${heldFor(hold)} since ${when(since)}${paymentId ? ` (payment ${paymentId})` : ''}`)
  for (const { at, act, reference, actor, reason, did } of await holds.actsOf(db, order.id))
    say(`  ${when(at)}  ${act}${reference ? ` “${reference}”` : ''} by ${actor}: ${reason} (${did})`)
  return 0
}

/** Its lines, and the units of which money went back. */
async function showUnits(
  { ground, say }: Command,
  order: { id: string; currency: string },
  paid: PaymentRow | undefined,
) {
  const { db } = await ground()
  const lines = await orderLines(db, order.id)
  const units = paid ? await orderUnits(db, order, paid) : []
  for (const { position, name, skuCode, quantity } of lines) {
    const line = position + 1
    say(`  line ${line}: ${quantity} × ${name} (${skuCode})`)
    for (const { unit, refund, amount } of units.filter((each) => each.line === line && each.refund !== 'none'))
      say(
        `    ${line}.${unit} ${refund === 'done' ? 'was refunded' : 'is being refunded'} (${money(amount, paid!.currency)})`,
      )
  }
}

function heldFor({ reason, details }: Pick<holds.Hold, 'reason' | 'details'>): string {
  return reason === 'person' ? `${details.actor}: ${details.reason}` : reason
}

function money(minor: number | null, currency: string): string {
  return `${decimal(minor ?? 0)} ${currency}`
}

function when(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
