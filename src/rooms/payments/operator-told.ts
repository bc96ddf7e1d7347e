// What the operator is told of payment methods (alerts.ts says what he can do).
import type { InTransaction } from '#platform/events/define.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import { METHOD_MENDED, METHOD_REFUSED } from './events.ts'

export const OPERATOR_TOLD: readonly InTransaction[] = [
  METHOD_REFUSED.inTransaction((tx, { subject, payload: details }) => {
    const kind = details.about === 'payment' ? 'payment.notOpened' : 'payment.methodRefused'
    return raiseAlert(tx, { kind, subject, details, money: details.about === 'method' || details.about === 'payment' })
  }),
  METHOD_MENDED.inTransaction(async (tx, { subject }) => {
    for (const kind of ['payment.methodRefused', 'payment.notOpened'] as const)
      await resolveAlert(tx, { kind, subject })
  }),
]
