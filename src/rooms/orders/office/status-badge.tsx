import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { OrderStatus } from '../rules.ts'

const TONES: Record<OrderStatus, BadgeTone> = {
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
}

export function StatusBadge({ status, isHeld = false }: { status: OrderStatus; isHeld?: boolean }) {
  const t = useOfficeWords()
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={TONES[status]}>{t(`orders.status.${status}`)}</Badge>
      {isHeld && <Badge tone="bad">{t('orders.held')}</Badge>}
    </span>
  )
}
