// What happens to payments and their methods that others care about; what it means for an order, the orders tell.
import { defineEvent } from '#platform/events/define.ts'

/** A method refuses what it is set up to do, or (`about` is `payment`) one payment after another; the subject is its provider, with the provider's name for it if that has many, and the currency if it is only that. */
export const METHOD_REFUSED = defineEvent<{
  provider: string
  code: string
  about: string
  currency?: string
  call: string
}>('payment.methodRefused')
/** A question that a method had refused was answered well. */
export const METHOD_MENDED = defineEvent('payment.methodMended')
