// What Stripe's own lists say of the account's money: charges, refunds and disputes by when they were made, a hundred at a
// time.
import type Stripe from 'stripe'
import { z } from 'zod'
import type { ListedMovement, ListPage } from '../provider.ts'
import { fromWire } from './amounts.ts'

const KINDS = ['charges', 'refunds', 'disputes'] as const
type Kind = (typeof KINDS)[number]

// Stripe copies a PaymentIntent's metadata to its charges.
const Metadata = z.object({ attempt_id: z.string().optional(), shop: z.string().optional() }).nullish()
const Common = {
  id: z.string(),
  amount: z.int(),
  currency: z.string().length(3),
  payment_intent: z.string().nullable(),
}
const Charge = z.object({
  ...Common,
  status: z.enum(['succeeded', 'pending', 'failed']),
  amount_captured: z.int(),
  metadata: Metadata,
})
const Later = z.object({ ...Common, charge: z.object({ metadata: Metadata }).nullable() })
const pageOf = <T extends z.ZodType>(entry: T) => z.object({ data: z.array(entry), has_more: z.boolean() })
const Charges = pageOf(Charge)
const Laters = pageOf(Later)

type Ask = <T>(call: (stripe: Stripe) => Promise<unknown>, schema: z.ZodType<T>) => Promise<T>

/** The cursor is a kind of list and the last id that was read of it. */
export async function listPage(
  ask: Ask,
  { from, to, cursor }: { from: Date; to: Date; cursor: string | null },
): Promise<ListPage> {
  const [named, after] = cursor?.split(' ') ?? []
  const kind = KINDS.find((one) => one === named) ?? KINDS[0]
  const params = {
    limit: 100,
    // Whole seconds: what was made in the last one belongs to it.
    created: { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) },
    ...(after && { starting_after: after }),
  }
  const { data, has_more } =
    kind === 'charges'
      ? await ask((api) => api.charges.list(params), Charges)
      : await ask((api) => api[kind].list({ ...params, expand: ['data.charge'] }), Laters)
  const last = data.at(-1)
  return {
    movements: data.flatMap((one) => ('status' in one ? ofCharge(one) : ofLater(one))),
    next: has_more && last ? `${kind} ${last.id}` : following(kind),
  }
}

function following(kind: Kind): string | null {
  return KINDS[KINDS.indexOf(kind) + 1] ?? null
}

/**
 * One that was declined has moved nothing. A bank debit's is made with its payer's yes and is pending until his bank's, days later:
 * it keeps its moment, so it is listed on its first day alone.
 */
function ofCharge({ status, amount, amount_captured, ...charge }: z.infer<typeof Charge>): ListedMovement[] {
  if (status === 'failed') return []
  return status === 'pending'
    ? movement('pending', { ...charge, amount }, charge.metadata)
    : movement('paid', { ...charge, amount: amount_captured }, charge.metadata)
}

function ofLater({ charge, ...money }: z.infer<typeof Later>) {
  return movement('touched', money, charge?.metadata)
}

/** What has no PaymentIntent was not made by a shop like this one. */
function movement(
  says: ListedMovement['says'],
  { amount, currency, payment_intent }: { amount: number; currency: string; payment_intent: string | null },
  metadata: z.infer<typeof Metadata>,
): ListedMovement[] {
  if (!payment_intent) return []
  const code = currency.toUpperCase()
  return [
    {
      says,
      providerRef: payment_intent,
      attemptId: metadata?.attempt_id ?? null,
      shop: metadata?.shop ?? null,
      amountMinor: fromWire(amount, code),
      currency: code,
    },
  ]
}
