// Serves the back office the shop's currencies.
import type { Database } from '#platform/database/database.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { changingCurrencies } from './changing-currencies.ts'
import { moneyOffice } from './office.ts'
import { type WholeCurrency, wholeCurrencies } from './office-store.ts'
import { percentBetween, rateAsDecimal } from './rules.ts'
import { MOST_JUMP } from './settings.ts'

export function moneyOfficeCalls(db: Database, settings: Settings, ratesUrl: () => string) {
  const changing = changingCurrencies(db, ratesUrl)
  return serves(moneyOffice, {
    'GET /office/currencies': async () => ({
      mostJump: settings.read(MOST_JUMP),
      rows: (await wholeCurrencies(db)).map(shown),
    }),

    'POST /office/currencies': async ({ body: { reason, ...wanted } }, caller) => ({
      id: await changing.add(wanted, { who: whoAsks(caller), reason }),
    }),

    'POST /office/currencies/{id}': async ({ params: { id }, body: { reason, seen, ...wanted } }, caller) => {
      await changing.change(id, wanted, seen, { who: whoAsks(caller), reason })
      return null
    },

    'POST /office/currencies/{id}/take-bank': async ({ params: { id }, body: { rate, reason, seen } }, caller) => {
      await changing.takeBank(id, rate, seen, { who: whoAsks(caller), reason })
      return null
    },

    'POST /office/currency-rates': (_, caller) => changing.ask(whoAsks(caller)),
  } satisfies Handlers<typeof moneyOffice>)
}

const shown = ({ rateE8, bankRateE8, bankDate, changedAt, ...row }: WholeCurrency) => ({
  ...row,
  rate: rateAsDecimal(rateE8),
  bank:
    bankRateE8 === null || bankDate === null
      ? null
      : { rate: rateAsDecimal(bankRateE8), day: bankDate, percent: percentBetween(rateE8, bankRateE8) },
  changedAt: changedAt?.toISOString() ?? null,
})
