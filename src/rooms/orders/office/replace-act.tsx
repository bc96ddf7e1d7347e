// Giving the buyer another key in the place of one that does not work.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { Order } from './order.ts'

export function ReplaceAct({ order: { id, seen, units } }: { order: Order }) {
  const t = useOfficeWords()
  const open = units.filter(({ hasKey, refund }) => hasKey && refund === 'none')
  if (open.length === 0) return null
  return (
    <Act
      label={t('order.acts.replace')}
      explain={t('order.acts.replaceWhat')}
      schema={async () => (await import('./act-forms.ts')).ReplaceForm}
      fields={(field) => (
        <SelectField {...field('unit')} label={t('order.whichUnit')} defaultValue={open.length === 1 ? undefined : ''}>
          {open.length > 1 && <option value="">{t('order.chooseUnit')}</option>}
          {open.map(({ line, unit, name }) => (
            <option key={`${line}.${unit}`} value={`${line}.${unit}`}>
              {`${name} ${t('order.unit', { line, unit })}`}
            </option>
          ))}
        </SelectField>
      )}
      seen={seen}
      send={({ unit, reason }, seen) => {
        const [line, number] = unit.split('.').map(Number) as [number, number]
        return actCall('POST /office/orders/{id}/replace', {
          params: { id },
          body: { reason, seen, line, unit: number },
        })
      }}
      done={t('order.acts.replaceDone')}
    />
  )
}
