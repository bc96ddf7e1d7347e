// What the operator is told of payment methods (alerts.ts says what he can do).
import type { InTransaction } from '#platform/events/define.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import { METHOD_MENDED, METHOD_REFUSED } from './events.ts'

const kind = 'payment.methodRefused'

export const OPERATOR_TOLD: readonly InTransaction[] = [
  METHOD_REFUSED.inTransaction((tx, { subject, payload: details }) =>
    raiseAlert(tx, { kind, subject, details, money: details.about === 'method' }),
  ),
  METHOD_MENDED.inTransaction((tx, { subject }) => resolveAlert(tx, { kind, subject })),
]
