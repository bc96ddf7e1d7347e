// Another symbol, rate or place for a currency; off and on.
import { useState } from 'react'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { LONGEST_SYMBOL } from '../limits.ts'
import { type Currency, nameOf } from './currency.ts'

export function ChangeCurrency({ currency }: { currency: Currency }) {
  const t = useOfficeWords()
  const { id, code, seen } = currency
  return (
    <Act
      size="sm"
      label={t('settings.change')}
      explain={
        <>
          <strong className="block text-ink">
            {code} · {nameOf(t, code)}
          </strong>
          {t(code === 'USD' ? 'currencies.acts.changeDollarWhat' : 'currencies.acts.changeWhat')}
        </>
      }
      seen={seen}
      schema={async () => (await import('../forms.ts')).CurrencyForm}
      fields={(field) => <Fields currency={currency} field={field} />}
      send={({ rate, position, isOn, followsBank, isSure, ...typed }, seenThen) =>
        actCall('POST /office/currencies/{id}', {
          params: { id },
          body: {
            ...{ ...typed, seen: seenThen, rate: rate ?? currency.rate, position: Number(position) },
            ...{ isOn: isOn === '1', followsBank: followsBank === '1', isSure: isSure !== undefined },
          },
        })
      }
      done={t('settings.done')}
    />
  )
}

type Name = 'symbol' | 'rate' | 'position' | 'isOn' | 'followsBank' | 'isSure'

function Fields({ currency, field }: { currency: Currency; field: (name: Name) => FormField }) {
  const t = useOfficeWords()
  const [follows, setFollows] = useState(currency.followsBank)
  const from = field('followsBank')
  const isDollar = currency.code === 'USD'
  return (
    <>
      <TextField
        {...field('symbol')}
        label={t('currencies.symbol')}
        hint={t('currencies.symbolHint')}
        defaultValue={currency.symbol}
        maxLength={LONGEST_SYMBOL}
        autoComplete="off"
        required
      />
      {isDollar ? (
        <>
          <input type="hidden" name="isOn" value="1" />
          <input type="hidden" name="followsBank" value="0" />
        </>
      ) : (
        <>
          <SelectField {...field('isOn')} label={t('currencies.offered')} defaultValue={currency.isOn ? '1' : '0'}>
            <option value="1">{t('settings.on')}</option>
            <option value="0">{t('settings.off')}</option>
          </SelectField>
          <SelectField
            {...from}
            label={t('currencies.rateFrom')}
            defaultValue={currency.followsBank ? '1' : '0'}
            onChange={(event) => {
              from.onChange(event)
              setFollows(event.target.value === '1')
            }}
          >
            <option value="0">{t('currencies.byHand')}</option>
            <option value="1">{t('currencies.byBank')}</option>
          </SelectField>
          {!follows && (
            <TextField
              {...field('rate')}
              label={t('currencies.rate')}
              hint={t('currencies.rateHint')}
              defaultValue={currency.rate}
              inputMode="decimal"
              maxLength={19}
              autoComplete="off"
              required
            />
          )}
          <Checkbox name="isSure" value="1">
            {t('currencies.isSure')}
          </Checkbox>
        </>
      )}
      <TextField
        {...field('position')}
        label={t('catalogue.field.position')}
        hint={t('catalogue.positionHint')}
        defaultValue={String(currency.position)}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        required
      />
    </>
  )
}
