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

export const SETTINGS = [THRESHOLD, SERVICE_CHARGE, PAYMENT_MINUTES, ASKS_FOR_WAIVER]
