// Another symbol, rate or place for a currency; off and on.
import { useState } from 'react'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { ChangeAct, type Wire } from '#rooms/staff/office/change-act.tsx'
import { PositionField } from '#rooms/staff/office/position-field.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LONGEST_SYMBOL } from '../limits.ts'
import { type Currency, nameOf } from './currency.ts'

export function ChangeCurrency({ currency }: { currency: Currency }) {
  const t = useOfficeWords()
  const { id, code, symbol, rate, position, isOn, followsBank, seen } = currency
  return (
    <ChangeAct
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
      now={{ symbol, rate, position, isOn: flag(isOn), followsBank: flag(followsBank) }}
      seen={seen}
      asksReason
      schema={async () => (await import('../forms.ts')).CurrencyForm}
      fields={(wire) => <Fields currency={currency} wire={wire} />}
      save={(changes, reason, { held, seen, typed }) => {
        // Who types a rate means it by hand, though somebody else has let it follow the bank meanwhile.
        const isTyped = changes.some(({ field }) => field === 'rate')
        return actCall('POST /office/currencies/{id}', {
          params: { id },
          body: {
            ...{ symbol: String(held.symbol), rate: String(held.rate), position: Number(held.position), seen, reason },
            ...{ isOn: held.isOn === '1', followsBank: held.followsBank === '1' && !isTyped },
            isSure: typed.isSure !== undefined,
          },
        })
      }}
      done={t('settings.done')}
    />
  )
}

const flag = (is: boolean) => (is ? '1' : '0')

function Fields({ currency, wire }: { currency: Currency; wire: Wire }) {
  const t = useOfficeWords()
  const [follows, setFollows] = useState(currency.followsBank)
  const from = wire('followsBank', { say: (is) => t(is === '1' ? 'currencies.byBank' : 'currencies.byHand') })
  const isDollar = currency.code === 'USD'
  return (
    <>
      <TextField
        {...wire('symbol', { hint: t('currencies.symbolHint') })}
        label={t('currencies.symbol')}
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
          <SelectField
            {...wire('isOn', { say: (is) => t(is === '1' ? 'settings.on' : 'settings.off') })}
            label={t('currencies.offered')}
          >
            <option value="1">{t('settings.on')}</option>
            <option value="0">{t('settings.off')}</option>
          </SelectField>
          <SelectField
            {...from}
            label={t('currencies.rateFrom')}
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
              {...wire('rate', { hint: t('currencies.rateHint') })}
              label={t('currencies.rate')}
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
      <PositionField wire={wire} />
    </>
  )
}
