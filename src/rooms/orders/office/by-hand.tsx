// A refund that somebody must make at the provider himself: he says that he has, or that nobody does.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'

export function ByHand({ number }: { number: number }) {
  const t = useOfficeWords()
  const may = useMay()
  const params = { number }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="text-warn">{t('order.byHand')}</span>
      {may('orders.refund') && (
        <>
          <Act
            size="sm"
            label={t('order.acts.made')}
            explain={t('order.acts.madeWhat')}
            schema={async () => (await import('./act-forms.ts')).MadeForm}
            fields={(field) => (
              <TextField
                {...field('reference')}
                label={t('order.reference')}
                maxLength={200}
                autoComplete="off"
                required
              />
            )}
            send={(body) => actCall('POST /office/refunds/{number}/made', { params, body })}
            done={t('order.acts.madeDone')}
          />
          <Act
            size="sm"
            label={t('order.acts.giveUp')}
            explain={t('order.acts.giveUpWhat')}
            schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
            send={(body) => actCall('POST /office/refunds/{number}/give-up', { params, body })}
            done={t('order.acts.giveUpDone')}
          />
        </>
      )}
    </div>
  )
}
