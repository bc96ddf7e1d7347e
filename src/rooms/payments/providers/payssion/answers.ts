// What Payssion answers: its states, amounts and accounts to pay to, as the shop reads them.
import { z } from 'zod'
import type { Instruction, PaymentState, SettledState } from '../provider.ts'

/** Whatever is not listed is 'unknown': held for a person. So is paid_partial (more may come), and blocked (a risk decision that may be undone). */
export const STATES: Record<string, SettledState> = {
  pending: 'pending',
  awaiting_confirm: 'processing',
  completed: 'completed',
  // What is too much is delivered and owed back.
  paid_more: 'completed',
  failed: 'failed',
  error: 'failed',
  rejected_by_bank: 'failed',
  cancelled: 'cancelled',
  cancelled_by_user: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  // The money is still here.
  refund_pending: 'completed',
  refund_failed: 'completed',
  chargeback: 'disputed',
  disputed: 'disputed',
}

export const REFUNDS: Record<string, PaymentState['refund']> = { refund_pending: 'pending', refund_failed: 'failed' }

/** What is refunded, and says neither how much nor of what, is all of it. */
export function withRefund<T extends { state: string; amount: number; paid: number; refund: number }>(
  transaction: T,
): T {
  if (transaction.state !== 'refunded' || transaction.refund > 0) return transaction
  const all = transaction.paid || transaction.amount
  return { ...transaction, paid: all, refund: all }
}

/** A refund of a part leaves the rest paid. */
export function stateOf({ state, paid, refund }: { state: string; paid: number; refund: number }): SettledState {
  return state === 'refunded' && refund > 0 && refund < paid ? 'completed' : (STATES[state] ?? 'unknown')
}

// Ids come as strings, amounts as strings with two decimals; numbers are taken too.
const text = z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(255))
const id = text.pipe(z.string().min(1))
const money = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context) => {
    const amount = value === null || value === undefined || value === '' ? 0 : fromDecimal(String(value))
    if (amount !== null) return amount
    context.addIssue('not an amount of money')
    return z.NEVER
  })
const currency = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/))
const state = text.transform((word) => word.trim().toLowerCase())
const webAddress = z.url({ protocol: /^https?$/ })

export const Created = z.object({
  transaction: z.object({
    transaction_id: id,
    order_id: text,
    currency_local: text.nullish(),
    amount_local: text.nullish(),
  }),
  redirect_url: webAddress.nullish().catch(null),
  bankaccount: z.record(z.string().max(100), z.unknown()).nullish().catch(null),
})
// Some integrations find the fields of details inside `transaction`, as create has them, and some beside result_code.
export const Details = z.preprocess(
  (answer) => (z.object({ transaction: z.unknown() }).safeParse(answer).success ? answer : { transaction: answer }),
  z.object({
    transaction: z.object({
      transaction_id: id,
      order_id: text,
      pm_id: text.catch(''),
      state,
      currency,
      amount: money,
      paid: money,
      refund: money,
      currency_local: currency.nullish().catch(null),
      amount_local: money.catch(0),
      // Unix seconds.
      created: z.coerce
        .number()
        .int()
        .min(0)
        .max(4_102_444_800)
        .nullish()
        .catch(null)
        .transform((at) => at ?? null),
    }),
  }),
)
export const Refunded = z.object({ refund: z.object({ transaction_id: id, state }) })

/**
 * Payssion may settle in a currency of its own and name the order's as the local one. What was asked for in that counts
 * as paid only as far as the settled amount is.
 */
export function moneyIn(transaction: z.infer<typeof Details>['transaction'], wanted: string | undefined) {
  const { currency, currency_local: local, amount, amount_local: asked, paid, refund } = transaction
  const isLocal = wanted !== undefined && currency !== wanted && local === wanted && amount > 0 && asked > 0
  if (!isLocal) return { amountMinor: paid, refundedMinor: refund, currency }
  const part = (of: number) => Number((BigInt(asked) * BigInt(of)) / BigInt(amount))
  // What went back is rounded up, what came down: neither is believed to be better than it is.
  const refunded = Number((BigInt(asked) * BigInt(refund) + BigInt(amount) - 1n) / BigInt(amount))
  return { amountMinor: part(paid), refundedMinor: refunded, currency: wanted }
}

const MOST_INSTRUCTIONS = 20

/** The sum in the payer's currency first; `show_order` names the labels in their order, what it does not name follows. */
export function instructionsFrom(
  account: Record<string, unknown>,
  { currency_local: local, amount_local: amount }: z.infer<typeof Created>['transaction'],
): Instruction[] {
  const { show_order: order, ...fields } = account
  const sum = local && amount ? [{ label: local, value: amount }] : []
  const named = typeof order === 'string' ? order.split('|').filter((label) => Object.hasOwn(fields, label)) : []
  const lines = [...new Set([...named, ...Object.keys(fields)])].slice(0, MOST_INSTRUCTIONS).flatMap((label) => {
    const value = text.safeParse(fields[label]).data?.trim()
    return value ? [{ label, value }] : []
  })
  return [...sum, ...lines]
}

/** '12.34' and '1,234.00' → exactly that; null for what has more than two significant decimals, or other separators. */
function fromDecimal(decimal: string): number | null {
  const plain = /^\d{1,3}(,\d{3})+\.\d/.test(decimal) ? decimal.replaceAll(',', '') : decimal
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(plain)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
