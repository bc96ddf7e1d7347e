// What orders do, as a figure: counted after it happened, by whichever process follows, so that also what a command beside
// the shop has moved is counted.
import { Counter, type Registry } from 'prom-client'
import type { After } from '#platform/events/define.ts'
import { DISPUTE_LOST_IN_PART, DISPUTE_WON, ENTERINGS } from './events.ts'

const SUBSCRIBER = 'orders.figures'

export function countedMoves(registry: Registry): After[] {
  const moves = new Counter({
    name: 'latchkey_order_moves_total',
    help: 'Orders that entered a status',
    labelNames: ['status'],
    registers: [registry],
  })
  const count = async (status: string) => moves.inc({ status })
  return [
    ...Object.entries(ENTERINGS).map(([status, event]) => event.after(SUBSCRIBER, () => count(status))),
    DISPUTE_WON.after(SUBSCRIBER, ({ payload }) => count(payload.back)),
    DISPUTE_LOST_IN_PART.after(SUBSCRIBER, ({ payload }) => count(payload.back)),
  ]
}
