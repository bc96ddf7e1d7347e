// The calls about currencies, and about which one a visitor starts with.

import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { serves } from '#platform/http/serve.ts'
import { LOCALES, type Offered } from '#platform/i18n/locales.ts'
import { showing } from '#platform/request-scope.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { FEEDBACK_TYPE } from '#rooms/reviews/settings.ts'
import { moneyContract } from './contract.ts'
import type { Currencies } from './currencies.ts'
import { guessPlace } from './location.ts'

export function moneyCalls(currencies: Currencies, settings: Settings, languages: () => Offered) {
  return serves(moneyContract, {
    'GET /api/home/rate': async () => {
      showing(ALL_PAGES)
      return currencies.all().map((row) => ({
        id: row.id,
        moneyStr: row.symbol,
        moneyType: row.code,
        moneyName: row.name,
        moneyRate: row.rateE8 / 1e8,
        logo: null,
      }))
    },

    'GET /api/home/language': async () => {
      showing(ALL_PAGES)
      return languages().locales.map((locale) => {
        const currency = currencies.firstFor(locale)
        return {
          // The same number whatever else is offered.
          id: LOCALES.indexOf(locale) + 1,
          domain: locale.code,
          name: locale.name,
          languageIcon: null,
          feedbackType: settings.read(FEEDBACK_TYPE),
          currencyId: currency?.id ?? 1,
          currencyName: currency?.code ?? 'USD',
          currencyStr: currency?.symbol ?? '$',
          currencyRate: (currency?.rateE8 ?? 1e8) / 1e8,
        }
      })
    },

    'GET /api/home/location': async (_, caller) => {
      const accepts = caller.headers.get('accept-language')
      const { country, locale, currency } = guessPlace(caller.country, accepts, languages())
      const found = (currency !== locale.currency && currencies.byCode(currency)) || currencies.firstFor(locale)
      return { country, locale: locale.code, currencyId: found?.id ?? 1 }
    },

    'GET /api/check/rate/dollar/rmb': async () => (currencies.byCode('CNY')?.rateE8 ?? 0) / 1e8,
  })
}
