// Refunding: all that is left, an amount, or single units with what each cost.
import { type ReactNode, useState } from 'react'
import { readAmount } from '#platform/i18n/typed-number.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoney } from '#rooms/staff/office/said.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { unitsIn } from './act-forms.ts'
import type { Order } from './order.ts'

type What = 'all' | 'amount' | 'units'

export function RefundAct({ order, left }: { order: Order; left: { left: number; currency: string } }) {
  const t = useOfficeWords()
  const { id } = order
  return (
    <Act
      label={t('order.acts.refund')}
      explain={t('order.acts.refundWhat')}
      variant="danger"
      schema={async () => (await import('./act-forms.ts')).RefundForm}
      fields={(field) => <HowMuch order={order} left={left} field={field} />}
      seen={order.seen}
      send={({ what, amount, reason, ...typed }, seen) =>
        actCall('POST /office/orders/{id}/refund', {
          params: { id },
          body: {
            ...{ reason, seen },
            ...(what === 'amount' && { amount: readAmount(amount ?? '') }),
            ...(what === 'units' && { units: unitsIn(typed) }),
          },
        })
      }
      done={t('order.acts.refundDone')}
    />
  )
}

function HowMuch({
  order: { units },
  left,
  field,
}: {
  order: Order
  left: { left: number; currency: string }
  field: (name: 'what' | 'amount') => FormField
}) {
  const t = useOfficeWords()
  const [what, setWhat] = useState<What>('all')
  const open = units.filter(({ refund }) => refund === 'none')
  const { error, ...radio } = field('what')
  const choice = (value: What, label: string) => (
    <Choice {...radio} value={value} label={label} isChosen={what === value} onChoose={() => setWhat(value)} />
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{t('order.howMuch')}</legend>
      {choice('all', t('order.refundAll', { amount: sayMoney(t, left.left, left.currency) }))}
      {choice('amount', t('order.refundAmount'))}
      {what === 'amount' && (
        <TextField
          {...field('amount')}
          label={t('order.amountIn', { currency: left.currency })}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      {open.length > 0 && choice('units', t('order.refundUnits'))}
      {what === 'units' && <Units units={open} currency={left.currency} t={t} />}
      {error && <FieldError id="what-error">{error}</FieldError>}
    </fieldset>
  )
}

function Choice({
  name,
  value,
  label,
  isChosen,
  onChoose,
  onBlur,
  onChange,
}: Omit<FormField, 'error'> & { value: What; label: ReactNode; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-6 items-center gap-2.5">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onBlur={onBlur}
        onChange={(event) => {
          onChoose()
          onChange(event)
        }}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}

function Units({ units, currency, t }: { units: Order['units']; currency: string; t: TranslateOffice }) {
  return (
    <ul className="grid max-h-60 gap-2 overflow-y-auto ps-6">
      {units.map(({ line, unit, name, amount, hasKey }) => (
        <li key={`${line}.${unit}`}>
          <Checkbox name={`unit ${line}.${unit}`}>
            <bdi>{name}</bdi> {t('order.unit', { line, unit })}: {sayMoney(t, amount, currency)}
            {!hasKey && <span className="text-muted"> ({t('order.noKeyYet')})</span>}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
