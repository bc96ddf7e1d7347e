// The part of `npm run orders` that is about what providers have otherwise than the shop does.
import { type Command, CommandError, sayFirst } from '#platform/command.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { audit } from '#rooms/audit/hands.ts'
import { differencesToSettle, RECONCILE } from '#rooms/payments/hands.ts'
import type { By } from './acts/acting.ts'
import { ordersOfPayments } from './office-calls/office-payments-store.ts'
import { settleAudited } from './settling/settle-difference.ts'

/** Shown at once, the oldest. */
const MOST = 200

export async function reconcile({ ground, say }: Command, machineUser: string): Promise<number> {
  const { db } = await ground()
  await db.transaction(async (tx) => {
    await enqueue(tx, RECONCILE, { now: true })
    await audit(tx, { by: { machineUser }, act: 'payments.compare', subject: { kind: 'payments', id: 'all' } })
  })
  say(
    'asked for: a shop that runs compares its payments with the providers now; what differs is an alert and stands in `differences`',
  )
  return 0
}

export async function listDifferences({ ground, say }: Command): Promise<number> {
  const { db } = await ground()
  const rows = await differencesToSettle(db, MOST + 1)
  const orders = await ordersOfPayments(
    db,
    rows.flatMap(({ paymentId }) => paymentId ?? []),
  )
  if (rows.length === 0) say('nothing is known to differ')
  await sayFirst(say, { rows, most: MOST }, ({ id, seen, provider, what, ref, paymentId, foundAt, details }) => {
    const order = orders.get(paymentId ?? '')
    const of = order ? `${ref}  of ${order.orderNo}` : ref
    return `${id}  --seen ${seen}  ${provider}  ${what}  ${of}  since ${foundAt.toISOString().slice(0, 10)}  ${JSON.stringify(details)}`
  })
  return 0
}

/** `seen`: the word that `differences` shows with its figures. */
export async function settled(
  { ground, say }: Command,
  typed: string,
  { actor, reason }: By,
  seen: string,
): Promise<number> {
  const number = /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : undefined
  const { db } = await ground()
  const by = { who: { machineUser: actor }, actor, reason, seen }
  const why = number === undefined ? 'noDifference' : await db.transaction((tx) => settleAudited(tx, number, by))
  if (why === 'differenceChanged')
    throw new CommandError(
      `${typed}: its figures are not those of --seen ${seen}: \`npm run orders -- differences\` shows them`,
    )
  if (why) throw new CommandError(`no difference ${typed} is open: \`npm run orders -- differences\` lists them`)
  say(`difference ${number} is settled`)
  return 0
}
