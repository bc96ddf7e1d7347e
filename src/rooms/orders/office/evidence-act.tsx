// Taking along what answers a dispute.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { saveFile } from '#rooms/staff/office/save-file.ts'
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
      send={async (body) => {
        const { name, html } = await actCall('POST /office/orders/{id}/evidence', { params: { id: orderId }, body })
        saveFile(name, html)
      }}
      done={t('payments.evidenceDone')}
    />
  )
}
