// Forms that many of Stripe's objects share.
import type Stripe from 'stripe'

export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export function listOf<T>(url: string, data: T[], has_more = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more, url }
}
