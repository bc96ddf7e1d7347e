// Which buttons an order has in its member's list. Pure.
import type { OrderStatus } from '../../rules.ts'

type OrderButton = 'pay' | 'cancel' | 'delete' | 'keys' | 'receive'

const BUTTONS: Partial<Record<OrderStatus, readonly OrderButton[]>> = {
  Unpaid: ['pay', 'cancel', 'delete'],
  Delivered: ['keys', 'receive'],
  Completed: ['keys'],
  PartlyRefunded: ['keys'],
  Cancelled: ['delete'],
  Expired: ['delete'],
}

/** What its member can do with an order in his list (decision C1). `barred`: its money is in doubt or under way. */
export function buttonsOf(status: OrderStatus, barred: boolean): readonly OrderButton[] {
  return status === 'Unpaid' && barred ? [] : (BUTTONS[status] ?? [])
}
