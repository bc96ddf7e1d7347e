// The part of `npm run orders` that is about refunds which a person makes at the provider himself.
import { type Command, CommandError, sayFirst } from '#platform/command.ts'
import { decimal } from '#platform/money.ts'
import { tasksToMake } from '#rooms/payments/hands.ts'
import { ActRefused } from './acts/act-refused.ts'
import type { By } from './acts/acting.ts'
import { settlingBesideShop } from './beside-shop.ts'
import { createByHand } from './refunds/by-hand.ts'
import { orderById } from './store.ts'

/** Shown at once, the first. */
const MOST = 500

export async function listByHand({ ground, say }: Command): Promise<number> {
  const { db } = await ground()
  const rows = await tasksToMake(db, MOST + 1)
  if (rows.length === 0) say('no refund waits to be made by hand')
  await sayFirst(say, { rows, most: MOST }, async (task) => {
    const order = await orderById(db, task.orderId)
    const what = `${decimal(task.amount)} ${task.currency} of ${task.provider}’s payment ${task.providerRef ?? '?'}`
    return `${task.number}  ${order?.orderNo}  ${what}  since ${task.since.toISOString().slice(0, 10)}: ${task.why}`
  })
  return 0
}

/** `reference` undefined: it is given up. */
export async function endByHand(
  { config, ground, say }: Command,
  typed: string,
  by: By,
  reference?: string,
): Promise<number> {
  if (!/^[1-9]\d{0,14}$/.test(typed))
    throw new CommandError(`${typed} is no number of a refund: \`npm run orders -- by-hand\` lists them`)
  if (reference !== undefined && !/^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(reference))
    throw new CommandError('--reference: what the provider calls the refund, at most 200 plain characters')
  const { db } = await ground()
  const settling = settlingBesideShop(() => new URL(config.publicUrl ?? 'http://localhost').hostname)
  const byHand = createByHand({ db, settling })
  try {
    const done = await (reference === undefined
      ? byHand.giveUp(Number(typed), by)
      : byHand.made(Number(typed), by, reference))
    say(`${typed}: ${done.did}. Its order is ${done.status}.`)
    return 0
  } catch (error) {
    if (error instanceof ActRefused) throw new CommandError(`${typed}: ${error.message}`)
    throw error
  }
}
