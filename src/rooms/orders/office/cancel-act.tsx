// An order that nobody has paid ends.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { Order } from './order.ts'
import { useUnanswered } from './use-unanswered.ts'

export function CancelAct({ order: { id, seen, payments } }: { order: Order }) {
  const t = useOfficeWords()
  const { isUnanswered, heeding } = useUnanswered()
  return (
    <Act
      label={t('order.acts.cancel')}
      explain={t(
        payments.some(({ state }) => state === 'processing') ? 'order.acts.cancelOverdue' : 'order.acts.cancelWhat',
      )}
      variant="danger"
      schema={async () => (await import('./act-forms.ts')).CancelForm}
      fields={(field) =>
        isUnanswered && (
          <Checkbox {...field('unanswered')} value="1">
            {t('order.acts.cancelUnanswered')}
          </Checkbox>
        )
      }
      seen={seen}
      send={({ reason, unanswered }, seen) => {
        const body = { reason, seen, unanswered: unanswered !== undefined }
        return heeding(() => actCall('POST /office/orders/{id}/cancel', { params: { id }, body }))
      }}
      done={t('order.acts.cancelDone')}
    />
  )
}
