// Currencies and their rates, and which one a visitor starts with.
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { defineRoom } from '#platform/room.ts'
import { moneyCalls } from './api.ts'
import { currenciesIn } from './currencies.ts'
import { fillCurrencies } from './first-start.ts'
import { currencyRows } from './store.ts'

const CHANNEL = 'money'

export const moneyRoom = defineRoom({
  name: 'money',
  needs: {},
  channels: [CHANNEL],
  prepare: ({ db }) => fillCurrencies(db),
  async open({ db, listener, log, settings, dropPages }) {
    const kept = await keep({
      name: 'the currencies',
      listener,
      channel: CHANNEL,
      read: () => currencyRows(db),
      onChange: () => dropPages([ALL_PAGES]),
      log,
    })
    const currencies = currenciesIn(() => kept.now)
    return {
      hands: currencies,
      calls: moneyCalls(currencies, settings),
      pages: { isCurrency: (code) => currencies.byCode(code) !== undefined },
      notes: () =>
        kept.behindSince ? [`currencies: what changed since ${kept.behindSince.toISOString()} cannot be read`] : [],
      close: kept.close,
    }
  },
})
