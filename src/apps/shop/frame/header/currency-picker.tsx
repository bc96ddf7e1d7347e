import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import type { CurrencyOption } from '#rooms/money/contract.ts'
import { chooseCurrency } from '#rooms/money/ui/preferences.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Picker } from '#ui/picker.tsx'
import { topBarButton } from './top-bar-button.ts'

const root = getRouteApi('__root__')

/** The list is made when a hand comes near: its names are the browser's own, which the server may spell otherwise. */
export function CurrencyPicker() {
  const t = useWords()
  const { currencies } = root.useLoaderData()
  const { locale } = root.useRouteContext()
  const { currency } = usePrice()
  const [near, setNear] = useState(false)
  const approach = () => setNear(true)

  function pick(code: string) {
    const chosen = currencies.find((option) => option.moneyType === code)
    if (chosen && chosen.moneyType !== currency?.moneyType) chooseCurrency(chosen)
  }

  return (
    <Picker
      trigger={(wiring) => (
        <button
          {...wiring}
          type="button"
          className={`${topBarButton} noscript:hidden`}
          aria-label={t('shell.currency', { currency: currency?.moneyType ?? '' })}
          onPointerEnter={approach}
          onFocus={approach}
        >
          <bdi className="figures">
            {currency?.moneyStr === currency?.moneyType ? '' : `${currency?.moneyStr} `}
            {currency?.moneyType}
          </bdi>
          <ChevronDown size={14} className="text-muted" aria-hidden="true" />
        </button>
      )}
      label={t('shell.chooseCurrency')}
      options={near ? currenciesIn(locale.tag, currencies) : []}
      value={currency?.moneyType ?? ''}
      onPick={pick}
      onToggle={approach}
      filterLabel={t('shell.findCurrency')}
      emptyText={t('shell.noCurrency')}
      align="end"
    />
  )
}

function currenciesIn(tag: string, currencies: readonly CurrencyOption[]) {
  const names = new Intl.DisplayNames(tag, { type: 'currency' })
  return currencies.map(({ moneyType, moneyName, moneyStr }) => ({
    value: moneyType,
    label: names.of(moneyType) ?? moneyName,
    detail: moneyStr === moneyType ? moneyType : `${moneyStr} ${moneyType}`,
    keywords: moneyName,
  }))
}
