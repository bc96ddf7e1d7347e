// What becomes of the central bank's rates: currencies that follow it take them, but none that is further from the last one than a
// rate may jump. One that jumped waits for a person.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { settingText } from '#platform/settings/write.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import { askBank, type BankRates, BankSilent } from './bank.ts'
import * as store from './office-store.ts'
import { areOld, isJump, percentBetween, rateAsDecimal } from './rules.ts'
import { MOST_JUMP } from './settings.ts'

/** By whom a rate was changed. */
const BANK = 'European Central Bank'

/** Codes of currencies by what became of their rate. */
export interface TakenRates {
  day: string
  taken: string[]
  /** Too far from the last one: waits for a person. */
  jumped: string[]
}

export const jumpOf = async (tx: Transaction): Promise<number> =>
  MOST_JUMP.schema.parse(await settingText(tx, MOST_JUMP))

/** Those of an earlier day than were taken already change nothing, and the same ones again neither. */
export async function takeRates(tx: Transaction, { day, perDollar }: BankRates): Promise<TakenRates> {
  const taken: TakenRates = { day, taken: [], jumped: [] }
  const most = await jumpOf(tx)
  for (const currency of await store.lockCurrencies(tx)) {
    const { id, code, rateE8: ours, followsBank, bankDate, bankRateE8 } = currency
    const theirs = perDollar.get(code)
    if (theirs === undefined || code === 'USD' || (bankDate !== null && bankDate > day)) continue
    if (bankDate === day && bankRateE8 === theirs) continue
    const hasJumped = isJump(ours, theirs, most)
    const isTaken = followsBank && !hasJumped
    await store.noteBank(tx, { id, rateE8: theirs, day, isTaken, by: BANK })
    if (!followsBank) continue
    if (isTaken) await resolveAlert(tx, { kind: 'rate.jumped', subject: code })
    else {
      const details = { code, day, ours: rateAsDecimal(ours), theirs: rateAsDecimal(theirs), percent: percentBetween(ours, theirs) } // biome-ignore format: one line
      // The shop sells at the old rate until somebody decides.
      await raiseAlert(tx, { kind: 'rate.jumped', subject: code, details, money: true })
    }
    taken[isTaken ? 'taken' : 'jumped'].push(code)
  }
  return taken
}

/** The job: where nothing follows the bank it is not asked. */
export async function followBank({ db, log }: { db: Database; log: Log }, url: string): Promise<void> {
  if (!(await store.wholeCurrencies(db)).some(({ followsBank }) => followsBank))
    return db.transaction((tx) => resolveAlert(tx, { kind: 'rate.old', subject: 'ecb' }))
  const { day, why } = await asked(db, log, url)
  await db.transaction(async (tx) => {
    // Locked: who stops following ends its alert before or after, not between.
    const all = await store.lockCurrencies(tx)
    const tell = (subject: string, is: boolean, details: object) =>
      is ? raiseAlert(tx, { kind: 'rate.old', subject, details }) : resolveAlert(tx, { kind: 'rate.old', subject })
    // The bank has spoken on the last day of which it named any, whoever follows it.
    const last = [day ?? [], ...all.map(({ bankDate }) => bankDate ?? [])].flat().toSorted().at(-1)
    const isOld = last === undefined ? why !== undefined : areOld(last, new Date())
    await tell('ecb', isOld, { since: last ?? null, why: why ?? 'nothing new' })
    for (const { code, bankDate, followsBank } of all) {
      // Whether the bank names one that it never did is known once it answers.
      if (!followsBank || (bankDate === null && why !== undefined)) continue
      const isPassedOver = bankDate === null || (bankDate !== last && areOld(bankDate, new Date()))
      await tell(code, isPassedOver, { since: bankDate, why: 'not named' })
    }
  })
}

/** The day of the bank's rates, or why there are none. */
async function asked(db: Database, log: Log, url: string): Promise<{ day?: string; why?: BankSilent['what'] }> {
  try {
    const rates = await askBank(url)
    await db.transaction((tx) => takeRates(tx, rates))
    return { day: rates.day }
  } catch (err) {
    if (!(err instanceof BankSilent)) throw err
    log.warn({ err }, 'the central bank’s rates cannot be read')
    return { why: err.what }
  }
}
