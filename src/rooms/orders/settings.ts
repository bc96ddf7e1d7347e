import { decimal, defineSetting, flag } from '#platform/settings/define.ts'

/** US dollars: orders below it pay the service charge (specification §9, decision C8). */
export const THRESHOLD = defineSetting('order.threshold.amount', { schema: decimal, initial: '5', isPublic: true })
/** US dollars. */
export const SERVICE_CHARGE = defineSetting('order.service.charge', {
  schema: decimal,
  initial: '0.30',
  isPublic: true,
})
/** How long an order waits for its payment (decision C2). */
export const PAYMENT_MINUTES = defineSetting('order.payment.minutes', { schema: decimal, initial: '30' })
/** Whether the checkout asks for the waiver of the right of withdrawal (docs/decisions/010). */
export const ASKS_FOR_WAIVER = defineSetting('law.withdrawal', { schema: flag, initial: '1' })

export const SETTINGS = [
  THRESHOLD,
  SERVICE_CHARGE,
  PAYMENT_MINUTES,
  ASKS_FOR_WAIVER,
  // What members will collect (specification §7): answered, and nothing is made of them yet.
  defineSetting('rate.of.points', { schema: decimal, initial: '1', isPublic: true }),
  defineSetting('rate.of.orderPoint', { schema: decimal, initial: '0.01', isPublic: true }),
  defineSetting('order.growth.count', { schema: decimal, initial: '1', isPublic: true }),
]
