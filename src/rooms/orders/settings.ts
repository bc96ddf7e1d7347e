import { amount, decimal, defineSetting, flag, wholeNumber } from '#platform/settings/define.ts'
import { LIMIT_SETTINGS } from './making/reservation-settings.ts'

/** US dollars: orders below it pay the service charge (specification §9, decision C8). */
export const THRESHOLD = defineSetting('order.threshold.amount', {
  ...{ schema: amount, unit: 'usd', initial: '5', isPublic: true },
})
/** US dollars. */
export const SERVICE_CHARGE = defineSetting('order.service.charge', {
  ...{ schema: amount, unit: 'usd', initial: '0.30', isPublic: true },
})
/** How long an order waits for its payment (decision C2): a year at most. */
export const PAYMENT_MINUTES = defineSetting('order.payment.minutes', {
  ...{ schema: wholeNumber(1, 525_600), unit: 'minutes', initial: '30' },
})
/** Whether the checkout asks for the waiver of the right of withdrawal (docs/decisions/010). */
export const ASKS_FOR_WAIVER = defineSetting('law.withdrawal', { schema: flag, initial: '1' })

/** Whether members can top up their balance (decision F5). */
export const TOP_UP = defineSetting('topUp.enabled', { schema: flag, initial: '1' })
/** US dollars: the most of all top-ups within 24 hours. */
export const TOP_UP_MOST = defineSetting('topUp.most', { schema: amount, unit: 'usd', initial: '1000' })
/** US dollars: the same for members younger than TOP_UP_NEW_DAYS. */
export const TOP_UP_MOST_NEW = defineSetting('topUp.new.most', {
  ...{ schema: amount, unit: 'usd', initial: '200', notAbove: [TOP_UP_MOST] },
})
export const TOP_UP_NEW_DAYS = defineSetting('topUp.new.days', { schema: decimal, unit: 'days', initial: '30' })
/** US dollars: the least of one top-up. */
export const TOP_UP_LEAST = defineSetting('topUp.least', {
  ...{ schema: amount, unit: 'usd', initial: '5', notAbove: [TOP_UP_MOST, TOP_UP_MOST_NEW] },
})

export const SETTINGS = [
  ...LIMIT_SETTINGS,
  THRESHOLD,
  SERVICE_CHARGE,
  PAYMENT_MINUTES,
  ASKS_FOR_WAIVER,
  TOP_UP,
  TOP_UP_LEAST,
  TOP_UP_MOST,
  TOP_UP_MOST_NEW,
  TOP_UP_NEW_DAYS,
]
