// `npm run balance`: a look at a member's balance, and corrections of it; beside a running shop or without it.
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import type { Database } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { machineUser } from '#platform/machine-user.ts'
import { decimal } from '#platform/money.ts'
import { audit } from '#rooms/audit/hands.ts'
import { findMember, memberById } from '#rooms/members/hands.ts'
import { adjust, balanceOf, correctionOf } from './hands.ts'
import { historyOf } from './store.ts'

const USAGE = `npm run balance -- show MEMBER
npm run balance -- credit MEMBER 12.34 --reference "…" --reason "…" [--by NAME]
npm run balance -- debit MEMBER 12.34 --reference "…" --reason "…" [--debt] [--by NAME]

  MEMBER   username or e-mail address
  show     what there is, and the last movements, in US dollars
  credit   so much more: a gift, or amends
  debit    so much less; never below zero, unless --debt says that the member owes the rest
  --reference  what you call this correction (a number of a ticket, say): it is booked once for a member, so that a
           command that is run again, after a lost line, changes nothing
  --by     who says so; without it the user of this machine`

await runCommand('balance', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      reference: { type: 'string' },
      by: { type: 'string' },
      debt: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, name, amount, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (task === 'show' && name && amount === undefined) return show(command, name)
  if ((task === 'credit' || task === 'debit') && name && amount && more.length === 0) {
    const reason = values.reason?.trim()
    if (!reason) throw new CommandError('--reason is missing: it is kept with the movement')
    const reference = values.reference?.trim()
    if (reference === undefined || !/^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(reference))
      throw new CommandError('--reference: what you call this correction, at most 200 plain characters')
    if (values.debt && task === 'credit') throw new CommandError('--debt belongs to debit')
    const by = { actor: machineUser(values.by), reason: reason.slice(0, 1000) }
    const cents = readAmount(amount) * (task === 'debit' ? -1 : 1)
    return correct(command, name, { cents, by, reference, mayOwe: values.debt })
  }
  throw new CommandError(`this is no task of mine:\n${USAGE}`)
})

type Correction = Omit<Parameters<typeof adjust>[1], 'memberId'>

async function correct(command: Command, name: string, correction: Correction): Promise<number> {
  const memberId = await find(command, name)
  const { db } = await command.ground()
  const { cents, by, reference } = correction
  try {
    const left = await db.transaction(async (tx) => {
      const member = await memberById(tx, memberId)
      const balance = await adjust(tx, { memberId, ...correction })
      if (balance === undefined) return undefined
      await audit(tx, {
        by: { machineUser: by.actor },
        act: cents > 0 ? 'balance.credit' : 'balance.debit',
        subject: { kind: 'member', id: memberId },
        reason: by.reason,
        about: member && { memberId, email: member.email },
        personal: { before: { balance: dollars(balance - cents) }, after: { balance: dollars(balance) } },
      })
      return balance
    })
    if (left === undefined) throw new CommandError(`${name}: ${await doneBefore(db, memberId, reference)}`)
    command.say(`${name}: ${signed(cents)}; the balance is ${dollars(left)}`)
    return 0
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new CommandError(`${name}: there is less than that; --debt lets the member owe the rest`)
  }
}

async function doneBefore(db: Database, memberId: string, reference: string): Promise<string> {
  const done = await correctionOf(db, memberId, reference)
  const when = done ? `${done.at.toISOString().slice(0, 16)}: ${signed(done.cents)}` : ''
  return `${reference} was booked already, ${when}; nothing was booked now, and the balance is ${dollars(await balanceOf(db, memberId))}`
}

async function show(command: Command, name: string): Promise<number> {
  const memberId = await find(command, name)
  const { db } = await command.ground()
  command.say(`${name}: ${dollars(await balanceOf(db, memberId))}`)
  for (const { at, kind, cents, balance, reference } of await historyOf(db, memberId, { offset: 0, limit: 50 }))
    command.say(
      `  ${at.toISOString().slice(0, 16)}  ${signed(cents)}  ${kind} ${reference ?? ''}, then ${dollars(balance)}`,
    )
  return 0
}

async function find(command: Command, name: string): Promise<string> {
  const { db } = await command.ground()
  const member = await findMember(db, name)
  if (!member) throw new CommandError(`there is no member ${name}`)
  return member.id
}

function readAmount(typed: string): number {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed)
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
  if (cents === 0) throw new CommandError(`${typed} is no amount of money; write 12.34`)
  return cents
}

function dollars(cents: number): string {
  return `${decimal(cents)} USD`
}

function signed(cents: number): string {
  return `${cents > 0 ? '+' : ''}${dollars(cents)}`
}
