// PayPal's own list of the account's money: Transaction Search, a day at a time, then the disputes that moved since.
import { z } from 'zod'
import { plainName } from '../../rules.ts'
import { type ListedMovement, type ListPage, ProviderRefused } from '../provider.ts'
import { SignedMoney } from './amounts.ts'
import { readCustomId } from './answers.ts'
import type { PayPalCall } from './connection.ts'
import { CAPTURE_REF } from './notice.ts'

type Ask = <T>(request: PayPalCall, schema: z.ZodType<T>) => Promise<T>
interface Window {
  from: Date
  to: Date
  cursor: string | null
}

const DAY_SECONDS = 86_400
/** Transactions on a page of the list; PayPal's most. */
const PAGE = 500
/** Each dispute is read by itself: whose payment it is, their list does not say. */
const DISPUTES = 20

const Transaction = z.object({
  transaction_id: z.string(),
  paypal_reference_id: z.string().nullish(),
  paypal_reference_id_type: z.string().nullish(),
  transaction_event_code: z.string().nullish(),
  transaction_amount: SignedMoney,
  transaction_status: z.string(),
  custom_field: z.string().nullish(),
})
// What of the account's other business cannot be read (a fee, a conversion) is none of ours.
const Found = z.object({
  transaction_details: z.array(z.object({ transaction_info: Transaction.nullable().catch(null) })).nullish(),
  total_pages: z.int().nullish(),
})
const Disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string().min(1).max(255) })).nullish(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).nullish(),
})
const Dispute = z.object({
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish(), custom: z.string().nullish() }))
    .nullish(),
})

/** The cursor is a part of the time (its begin, seconds, page), or `disputes` with the token of the next page. */
export function listPage(ask: Ask, of: Window): Promise<ListPage> {
  const [kind, ...where] = of.cursor?.split(' ') ?? []
  return kind === 'disputes' ? disputes(ask, of, where[0]) : transactions(ask, of, where)
}

async function transactions(ask: Ask, { from, to }: Window, [begin, length, page]: string[]): Promise<ListPage> {
  const start = begin ? new Date(begin) : from
  const seconds = Math.min(Number(length ?? DAY_SECONDS), Math.ceil((to.getTime() - start.getTime()) / 1000))
  const end = new Date(start.getTime() + seconds * 1000)
  const number = Number(page ?? 1)
  const at = (date: Date, seconds: number, page: number) => `transactions ${date.toISOString()} ${seconds} ${page}`
  const query = new URLSearchParams({
    start_date: whole(start, Math.floor),
    end_date: whole(end, Math.ceil),
    page_size: String(PAGE),
    page: String(number),
  })
  try {
    const found = await ask({ method: 'GET', path: `/v1/reporting/transactions?${query}` }, Found)
    const more = number < (found.total_pages ?? 1)
    const rest = end < to ? at(end, DAY_SECONDS, 1) : 'disputes'
    return {
      movements: (found.transaction_details ?? []).flatMap(({ transaction_info }) => movementOf(transaction_info)),
      next: more ? at(start, seconds, number + 1) : rest,
    }
  } catch (error) {
    // More than 10,000 in one question: half of the time is asked for.
    const tooMany = error instanceof ProviderRefused && error.code === 'RESULTSET_TOO_LARGE' && seconds > 60
    if (!tooMany) throw error
    return { movements: [], next: at(start, Math.ceil(seconds / 2), 1) }
  }
}

function movementOf(transaction: z.infer<typeof Transaction> | null): ListedMovement[] {
  if (!transaction) return []
  const { transaction_amount: amount, transaction_status: status } = transaction
  const cameIn = amount.minor > 0 && /^T00/.test(transaction.transaction_event_code ?? 'T00')
  const related = transaction.paypal_reference_id_type === 'TXN' ? transaction.paypal_reference_id : undefined
  const id = plainName(cameIn ? transaction.transaction_id : related)
  // D: denied, nothing moved. V: it succeeded, and all of it went back in a transaction of its own.
  if (!id || status === 'D') return []
  return [
    {
      says: cameIn ? (status === 'P' ? 'pending' : 'paid') : 'touched',
      providerRef: CAPTURE_REF + id,
      ...named(transaction.custom_field),
      amountMinor: Math.abs(amount.minor),
      currency: amount.currency,
    },
  ]
}

async function disputes(ask: Ask, { from }: Window, token: string | undefined): Promise<ListPage> {
  const query = new URLSearchParams({ update_time_after: from.toISOString(), page_size: String(DISPUTES) })
  if (token) query.set('next_page_token', token)
  const { items, links } = await ask({ method: 'GET', path: `/v1/customer/disputes?${query}` }, Disputes)
  const movements: ListedMovement[] = []
  for (const { dispute_id } of items ?? []) {
    const dispute = await ask(
      { method: 'GET', path: `/v1/customer/disputes/${encodeURIComponent(dispute_id)}` },
      Dispute,
    )
    for (const { seller_transaction_id, custom } of dispute.disputed_transactions ?? []) {
      const id = plainName(seller_transaction_id)
      if (id)
        movements.push({
          says: 'touched',
          providerRef: CAPTURE_REF + id,
          ...named(custom),
          amountMinor: 0,
          currency: '',
        })
    }
  }
  const next = links?.find(({ rel }) => rel === 'next')?.href
  const following = next && URL.canParse(next) && plainName(new URL(next).searchParams.get('next_page_token'))
  return { movements, next: following ? `disputes ${following}` : null }
}

function named(custom: string | null | undefined) {
  const { attemptId, shop } = readCustomId(custom)
  return { attemptId: plainName(attemptId), shop }
}

/** In whole seconds, as PayPal writes them: what was made in the first and the last one belongs to it. */
const whole = (date: Date, round: (seconds: number) => number) =>
  new Date(round(date.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z')
