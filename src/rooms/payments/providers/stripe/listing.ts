// What Stripe's own lists say of the account's money: charges, refunds and disputes by when they were made, a hundred at a
// time. A bank debit's charge is made with its payer's yes, days before the money: that is found by its balance transaction.
import type Stripe from 'stripe'
import { z } from 'zod'
import { type ListedMovement, type ListPage, ProviderRefused } from '../provider.ts'
import { fromWire } from './amounts.ts'

const KINDS = ['charges', 'payments', 'refunds', 'disputes'] as const
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
// Its source is no charge where it is something that shops like this one do not make.
const Payment = z.object({ id: z.string(), source: Charge.nullable().catch(null) })
const Later = z.object({ ...Common, charge: z.object({ metadata: Metadata }).nullable() })
const pageOf = <T extends z.ZodType>(entry: T) => z.object({ data: z.array(entry), has_more: z.boolean() })
const Charges = pageOf(Charge)
const Payments = pageOf(Payment)
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
  const page = await read(ask, kind, params)
  const last = page.data.at(-1)
  return { movements: page.movements, next: page.has_more && last ? `${kind} ${last.id}` : following(kind) }
}

type Params = { limit: number; created: Stripe.RangeQueryParam; starting_after?: string }
type Read = { data: { id: string }[]; has_more: boolean; movements: ListedMovement[] }

async function read(ask: Ask, kind: Kind, params: Params): Promise<Read> {
  if (kind === 'charges') {
    const page = await ask((api) => api.charges.list(params), Charges)
    return { ...page, movements: page.data.flatMap(ofCharge) }
  }
  if (kind === 'payments') {
    const page = await ask(
      (api) => api.balanceTransactions.list({ ...params, type: 'payment', expand: ['data.source'] }),
      Payments,
    ).catch((error) => {
      // A restricted key that may not read the balance: the other lists are read all the same.
      if (error instanceof ProviderRefused && error.about === 'method') return { data: [], has_more: false }
      throw error
    })
    return { ...page, movements: page.data.flatMap(({ source }) => (source ? ofCharge(source) : [])) }
  }
  const page = await ask((api) => api[kind].list({ ...params, expand: ['data.charge'] }), Laters)
  return { ...page, movements: page.data.flatMap(ofLater) }
}

function following(kind: Kind): string | null {
  return KINDS[KINDS.indexOf(kind) + 1] ?? null
}

/** One that was declined has moved nothing. */
function ofCharge({ status, amount, amount_captured, ...charge }: z.infer<typeof Charge>): ListedMovement[] {
  if (status === 'failed') return []
  const isPending = status === 'pending'
  const money = { ...charge, amount: isPending ? amount : amount_captured }
  return movement(isPending ? 'pending' : 'paid', money, charge.metadata)
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
