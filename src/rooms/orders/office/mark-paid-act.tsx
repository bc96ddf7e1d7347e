// Money for an order came past every provider.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Order } from './order.ts'
import { useUnanswered } from './use-unanswered.ts'

const forms = () => import('./act-forms.ts')

export function MarkPaidAct({ order: { id, seen, currency, total } }: { order: Order }) {
  const t = useOfficeWords()
  const { isUnanswered, heeding } = useUnanswered()
  return (
    <Act
      label={t('order.acts.markPaid')}
      explain={t('order.acts.markPaidWhat')}
      schema={async () => (await forms()).MarkPaidForm}
      fields={(field) => (
        <>
          <TextField
            {...field('amount')}
            label={t('order.amountIn', { currency })}
            inputMode="decimal"
            defaultValue={total.toFixed(2)}
            maxLength={12}
            autoComplete="off"
            required
          />
          <TextField
            {...field('reference')}
            label={t('order.bankReference')}
            maxLength={200}
            autoComplete="off"
            required
          />
          {isUnanswered && (
            <Checkbox {...field('unanswered')} value="1">
              {t('order.acts.markPaidUnanswered')}
            </Checkbox>
          )}
        </>
      )}
      seen={seen}
      send={async ({ unanswered, ...typed }, seen) => {
        const body = {
          ...typed,
          seen,
          unanswered: unanswered !== undefined,
        }
        await heeding(() => actCall('POST /office/orders/{id}/mark-paid', { params: { id }, body }))
      }}
      done={t('order.acts.markPaidDone')}
    />
  )
}
