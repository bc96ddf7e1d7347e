import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { OrderStatus } from '../rules.ts'

/** `left`: it is in the list no more, whatever it has become. */
export type ShownStatus = OrderStatus | 'left'

const TONES: Record<ShownStatus, BadgeTone> = {
  Unpaid: 'outline',
  Paid: 'warn',
  Processing: 'warn',
  Delivered: 'good',
  Completed: 'good',
  Cancelled: 'plain',
  Expired: 'plain',
  Refunded: 'plain',
  PartlyRefunded: 'plain',
  Disputed: 'bad',
  left: 'plain',
}

export function StatusBadge({ status, isHeld = false }: { status: ShownStatus; isHeld?: boolean }) {
  const t = useOfficeWords()
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={TONES[status]}>{t(status === 'left' ? 'lists.isLeft' : `orders.status.${status}`)}</Badge>
      {isHeld && <Badge tone="bad">{t('orders.held')}</Badge>}
    </span>
  )
}
