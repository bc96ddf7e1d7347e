// What people of the office do to currencies. All of them are locked while one is changed, so that nobody's change meets another's,
// nor the central bank's.
import type { Database, Transaction } from '#platform/database/database.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type RateE8, rateFromDecimal } from '#platform/money.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import { audit, type Employee } from '#rooms/audit/hands.ts'
import { askBank, BankSilent } from './bank.ts'
import { jumpOf, type TakenRates, takeRates } from './bank-rates.ts'
import { ASK_BANK } from './jobs.ts'
import { MOST_CURRENCIES } from './limits.ts'
import * as store from './office-store.ts'
import { isJump, percentBetween, rateAsDecimal } from './rules.ts'

export interface By {
  who: Employee
  reason: string
}

export interface Wanted {
  symbol: string
  /** A decimal; of one that follows the bank it does not count. */
  rate: string
  position: number
  isOn: boolean
  followsBank: boolean
  /** A rate that has jumped is meant. */
  isSure: boolean
}

const CODES = new Set(Intl.supportedValuesOf('currency'))
const subject = (code: string) => ({ kind: 'currency', id: code }) as const

export function changingCurrencies(db: Database, ratesUrl: () => string) {
  return {
    change: (id: number, wanted: Wanted, seen: string, by: By) =>
      db.transaction(async (tx) => {
        const all = await store.lockCurrencies(tx)
        const before = all.find((one) => one.id === id)
        if (!before) throw notFound()
        if (before.seen !== seen) throw refused('currencies.refused.changed')
        const { symbol, position, isOn, followsBank } = wanted
        const begins = followsBank && !before.followsBank
        if (begins && before.bankDate === null && all.some(({ bankDate }) => bankDate !== null))
          throw refused('currencies.refused.notNamed', { code: before.code })
        const rateE8 = followsBank ? begins ? (before.bankRateE8 ?? before.rateE8) : before.rateE8 : rateFromDecimal(wanted.rate) // biome-ignore format: one line
        const after = { ...before, symbol, position, isOn, followsBank, rateE8 }
        if (before.code === 'USD' && (rateE8 !== before.rateE8 || !isOn || followsBank))
          throw refused('currencies.refused.dollar')
        if (!wanted.isSure) await refuseJump(tx, before.rateE8, rateE8)
        await store.changeCurrency(tx, after, by.who.email)
        if (rateE8 !== before.rateE8 || !followsBank)
          await resolveAlert(tx, { kind: 'rate.jumped', subject: before.code })
        if (!followsBank) await resolveAlert(tx, { kind: 'rate.old', subject: before.code })
        if (begins) await enqueue(tx, ASK_BANK, {})
        await audit(tx, {
          ...{ by: by.who, act: 'currency.change', subject: subject(before.code), reason: by.reason },
          ...{ before: told(before), after: told(after) },
        })
      }),

    add: ({ code, symbol, rate }: { code: string; symbol: string; rate: string }, by: By) =>
      db.transaction(async (tx) => {
        if (!CODES.has(code)) throw invalid([{ path: 'code', message: 'currencies.codeUnknown' }])
        if ((await store.lockCurrencies(tx)).length >= MOST_CURRENCIES)
          throw refused('currencies.refused.tooMany', { most: MOST_CURRENCIES })
        const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
        const row = { code, symbol, name, rateE8: rateFromDecimal(rate), by: by.who.email }
        const id = await store.addCurrency(tx, row)
        if (id === undefined) throw invalid([{ path: 'code', message: 'currencies.codeThere' }])
        await audit(tx, {
          ...{ by: by.who, act: 'currency.add', subject: subject(code), reason: by.reason },
          after: { symbol, rate },
        })
        return id
      }),

    /** The rate that had jumped, though it did. */
    takeBank: (id: number, rate: string, seen: string, by: By) =>
      db.transaction(async (tx) => {
        const before = (await store.lockCurrencies(tx)).find((one) => one.id === id)
        if (!before) throw notFound()
        const { bankRateE8, bankDate, code } = before
        if (
          before.seen !== seen ||
          !before.followsBank ||
          bankRateE8 === null ||
          bankDate === null ||
          rateAsDecimal(bankRateE8) !== rate
        )
          throw refused('currencies.refused.changed')
        await store.noteBank(tx, { id, rateE8: bankRateE8, day: bankDate, isTaken: true, by: by.who.email })
        await resolveAlert(tx, { kind: 'rate.jumped', subject: code })
        await audit(tx, {
          ...{ by: by.who, act: 'currency.takeBank', subject: subject(code), reason: by.reason },
          ...{
            before: { rate: rateAsDecimal(before.rateE8) },
            after: { rate: rateAsDecimal(bankRateE8), day: bankDate },
          },
        })
      }),

    /** What the job does, now. */
    async ask(who: Employee): Promise<TakenRates> {
      const rates = await askBank(ratesUrl()).catch((error: unknown) => {
        throw error instanceof BankSilent ? refused(`currencies.refused.bank.${error.what}`) : error
      })
      return db.transaction(async (tx) => {
        const taken = await takeRates(tx, rates)
        await audit(tx, {
          ...{ by: who, act: 'currency.ask', subject: subject('EUR') },
          after: { day: taken.day, taken: taken.taken.join(' '), jumped: taken.jumped.join(' ') },
        })
        return taken
      })
    },
  }
}

async function refuseJump(tx: Transaction, before: RateE8, after: RateE8): Promise<void> {
  const most = await jumpOf(tx)
  if (isJump(before, after, most))
    throw refused('currencies.refused.jump', { percent: percentBetween(before, after), most })
}

const told = ({ symbol, rateE8, position, isOn, followsBank }: store.WholeCurrency) => ({
  ...{ symbol, rate: rateAsDecimal(rateE8), position, isOn, followsBank },
})
