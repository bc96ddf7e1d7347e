// Currencies and their rates, and which one a visitor starts with.
import { keep } from '#platform/database/kept.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { mergeCalls } from '#platform/http/serve.ts'
import { defineRoom } from '#platform/room.ts'
import { valuesOf } from '#platform/variables.ts'
import { ALERTS } from './alerts.ts'
import { moneyCalls } from './api.ts'
import { followBank } from './bank-rates.ts'
import { currenciesIn } from './currencies.ts'
import { fillCurrencies } from './first-start.ts'
import { ASK_BANK } from './jobs.ts'
import { moneyOfficeCalls } from './office-calls.ts'
import { CURRENCY, SETTINGS } from './settings.ts'
import { currencyRows, haveBeenLookedAt } from './store.ts'
import { DAILY_RATES, VARIABLES } from './variables.ts'

const CHANNEL = 'money'

export const moneyRoom = defineRoom({
  name: 'money',
  needs: {},
  channels: [CHANNEL],
  settings: SETTINGS,
  variables: () => VARIABLES,
  prepare: ({ db }) => fillCurrencies(db),
  async open({ db, listener, log, settings, languages, dropPages, config }) {
    const kept = await keep({
      name: 'the currencies',
      listener,
      channel: CHANNEL,
      read: () => currencyRows(db),
      onChange: () => dropPages([ALL_PAGES]),
      log,
    })
    const currencies = currenciesIn(
      () => kept.now,
      () => settings.read(CURRENCY),
    )
    const given = valuesOf(config, VARIABLES).ECB_RATES_URL
    // A shop that is only tried asks nobody outside.
    const simulator =
      given === undefined && config.mode === 'demo'
        ? await (await import('./simulator.ts')).startCentralBankSimulator()
        : undefined
    const ratesUrl = () => given ?? simulator?.ratesUrl ?? DAILY_RATES
    return {
      hands: currencies,
      calls: mergeCalls(moneyCalls(currencies, settings, languages), moneyOfficeCalls(db, settings, ratesUrl)),
      // The bank publishes at about 16:00 in Frankfurt, on working days.
      jobs: [ASK_BANK.does(() => followBank({ db, log }, ratesUrl()), { cron: '57 */3 * * *' })],
      declares: {
        alerts: ALERTS,
        histories: { currency: 'settings.read' },
        firstSteps: { currencies: () => haveBeenLookedAt(db) },
      },
      pages: {
        isCurrency: (code) => currencies.byCode(code) !== undefined,
        firstCurrency: (locale) => currencies.firstFor(locale)?.code ?? 'USD',
      },
      notes: () =>
        kept.behindSince ? [`currencies: what changed since ${kept.behindSince.toISOString()} cannot be read`] : [],
      async close() {
        await kept.close()
        await simulator?.close()
      },
    }
  },
})
