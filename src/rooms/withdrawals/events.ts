// What happens to withdrawals that others care about.
import { defineEvent } from '#platform/events/define.ts'
import type { WithdrawalRow } from './store.ts'

/** Declared anew; the subject is its id. `orderId`: the order that fits what was declared, if there is one. */
export const RECEIVED = defineEvent<{ orderId: string | null }, WithdrawalRow>('withdrawal.received')
