// Taking along what answers a dispute.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

export function EvidenceAct({ orderId, size = 'sm' }: { orderId: string; size?: 'sm' | 'md' }) {
  const t = useOfficeWords()
  const may = useMay()
  if (!may('payments.evidence')) return null
  return (
    <Act
      size={size}
      label={t('payments.evidence')}
      explain={t('payments.evidenceWhat')}
      schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
      send={async (body) => save(await actCall('POST /office/orders/{id}/evidence', { params: { id: orderId }, body }))}
      done={t('payments.evidenceDone')}
    />
  )
}

/** As a file: it is never opened as a page of the office. */
function save({ name, html }: { name: string; html: string }): void {
  const address = URL.createObjectURL(new Blob([html], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
