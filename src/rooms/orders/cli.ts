// `npm run orders`: the ways out of a held order, and a look at it; beside a running shop or without it.
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import { type PaymentRow, paymentsOf, refundsOf } from '#rooms/payments/hands.ts'
import { ActRefused, type By, createActs, orderUnits, type UnitName } from './acts.ts'
import { settlingBesideShop } from './beside-shop.ts'
import * as holds from './hold-store.ts'
import { orderByNo, orderLines } from './store.ts'

const USAGE = `npm run orders -- list
npm run orders -- show ORDERNO
npm run orders -- accept ORDERNO --reason "…" [--by NAME]
npm run orders -- refund ORDERNO --reason "…" [--amount 12.34 | --unit LINE[.N] …] [--by NAME]
npm run orders -- release ORDERNO --reason "…" [--by NAME]

  list     orders that are held, the longest first
  show     what is known of an order: its moves, payments, holds, refunds, and what people did to it
  accept   its money is taken as it is: paid, and delivered as far as there are keys
  refund   its money goes back to where it came from; all that is left unless --amount says less, or --unit (once or
           several times) names single units by line and number, as \`show\` counts them: what each cost, and its key
           is shown no more; a line alone is all of it
  release  its holds are lifted: it goes on as if it had never been held
  --by     who says so; without it the user of this machine`

await runCommand('orders', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      amount: { type: 'string' },
      unit: { type: 'string', multiple: true },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, orderNo, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (task === 'list' && orderNo === undefined) return list(command)
  if (orderNo !== undefined && more.length === 0) {
    if (task === 'show') return show(command, orderNo)
    if (task === 'accept' || task === 'refund' || task === 'release') {
      const reason = values.reason?.trim()
      if (!reason) throw new CommandError('--reason is missing: it is kept with the order')
      for (const option of ['amount', 'unit'] as const)
        if (values[option] !== undefined && task !== 'refund') throw new CommandError(`--${option} belongs to refund`)
      if (values.amount !== undefined && values.unit) throw new CommandError('either --amount or --unit')
      const by = { actor: (values.by?.trim() || userInfo().username).slice(0, 100), reason: reason.slice(0, 1000) }
      return act(command, task, orderNo, by, values)
    }
  }
  throw new CommandError(`this is no task of mine:\n${USAGE}`)
})

async function act(
  command: Command,
  task: 'accept' | 'refund' | 'release',
  orderNo: string,
  by: By,
  typed: { amount?: string; unit?: string[] },
): Promise<number> {
  const amount = typed.amount === undefined ? null : readAmount(typed.amount)
  const units = typed.unit?.map(readUnit)
  const { db } = await command.ground()
  const { id } = await find(command, orderNo)
  const mailDomain = () => new URL(command.config.publicUrl ?? 'http://localhost').hostname
  const acts = createActs({ db, settling: settlingBesideShop(mailDomain) })
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
  const rows = await holds.heldOrders((await ground()).db)
  if (rows.length === 0) say('no order is held')
  for (const { orderNo, status, reason, since } of rows) say(`${orderNo}  ${status}  ${reason}  since ${when(since)}`)
  return 0
}

async function show(command: Command, orderNo: string): Promise<number> {
  const { say } = command
  const { db } = await command.ground()
  const order = await find(command, orderNo)
  say(`${order.orderNo}: ${order.status}, ${money(order.total, order.currency)}, ordered ${when(order.placedAt)}`)
  for (const { at, from, to, actor, reason } of await holds.movesOf(db, order.id))
    say(`  ${when(at)}  ${from ? `${from} → ` : ''}${to}  by ${actor}: ${reason}`)
  const payments = await paymentsOf(db, order.id)
  await showUnits(
    command,
    order,
    payments.find(({ id }) => id === order.paidPaymentId),
  )
  for (const payment of payments.toReversed())
    say(
      `  payment ${payment.id} at ${payment.provider}: ${payment.state}, paid ${money(payment.paidAmount, payment.currency)} of ${money(payment.amount, payment.currency)}, back ${money(payment.refundedAmount, payment.currency)}`,
    )
  for (const refund of await refundsOf(db, order.id))
    say(
      `  refund ${money(refund.amount, refund.currency)}: ${refund.state}${refund.problem ? ` (${refund.problem})` : ''}, for ${refund.actor}: ${refund.reason}`,
    )
  for (const { reason, since, paymentId } of await holds.openHolds(db, order.id))
    say(`  HELD for ${reason} since ${when(since)}${paymentId ? ` (payment ${paymentId})` : ''}`)
  for (const { at, act, actor, reason, did } of await holds.actsOf(db, order.id))
    say(`  ${when(at)}  ${act} by ${actor}: ${reason} (${did})`)
  return 0
}

/** Its lines, and the units of which money went back. */
async function showUnits({ ground, say }: Command, order: { id: string; total: number }, paid: PaymentRow | undefined) {
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

function money(minor: number | null, currency: string): string {
  return `${((minor ?? 0) / 100).toFixed(2)} ${currency}`
}

function when(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
