// `expand[]=payment_intent.latest_charge`: which references become objects, and which names can't.
import type Stripe from 'stripe'
import type { StripeCharge, StripeIntent, StripePayment } from './stripe-state.ts'
import { refuse } from './stripe-wire.ts'

/** A tree of the names that are expanded. */
export type Expansion = { [name: string]: Expansion }

export const NOTHING: Expansion = {}

/** By object, what each expandable name leads to; null: an object that the simulator never has (always null or a leaf). */
const EXPANDABLE: Record<string, Record<string, string | null>> = {
  session: {
    payment_intent: 'intent',
    line_items: null,
    customer: null,
    invoice: null,
    subscription: null,
    setup_intent: null,
    payment_link: null,
  },
  intent: {
    latest_charge: 'charge',
    review: 'review',
    customer: null,
    payment_method: null,
    application: null,
    on_behalf_of: null,
  },
  charge: {
    balance_transaction: 'balance',
    failure_balance_transaction: 'balance',
    payment_intent: 'intent',
    refunds: 'refund[]',
    review: 'review',
    customer: null,
  },
  refund: {
    balance_transaction: 'balance',
    failure_balance_transaction: 'balance',
    charge: 'charge',
    payment_intent: 'intent',
  },
  dispute: { charge: 'charge', payment_intent: 'intent' },
  review: { charge: 'charge', payment_intent: 'intent' },
  warning: { charge: 'charge', payment_intent: 'intent' },
  balance: { source: null },
}

const DEEPEST = 4

/** `kind` is an object of EXPANDABLE, or `kind[]` for a list of them. */
export function expansion(paths: string[], kind: string): Expansion {
  const tree: Expansion = {}
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > DEEPEST)
      refuse({ message: `You cannot expand more than ${DEEPEST} levels of a property (${path}).`, param: 'expand' })
    let node = tree
    let at: string | null | undefined = kind
    for (const name of names) {
      at = at?.endsWith('[]') ? (name === 'data' ? at.slice(0, -2) : undefined) : at && EXPANDABLE[at]?.[name]
      if (at === undefined) refuse({ message: `This property cannot be expanded (${path}).`, param: 'expand' })
      node[name] ??= {}
      node = node[name]
    }
  }
  return tree
}

/** The object where its name is expanded, else its id. */
export function pick<T>(expand: Expansion, name: string, id: string, object: (deeper: Expansion) => T): string | T {
  const deeper = expand[name]
  return deeper ? object(deeper) : id
}

/** How objects are shown that others refer to and that refer to others themselves; filled by stripe-payment-objects.ts. */
export const SHOWN = {} as {
  charge(payment: StripePayment, charge: StripeCharge, expand: Expansion): Stripe.Charge
  intent(payment: StripePayment, intent: StripeIntent, expand: Expansion): Stripe.PaymentIntent
}
