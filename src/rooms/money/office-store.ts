// What the back office and the central bank change of currencies.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface WholeCurrency {
  id: number
  code: string
  symbol: string
  name: string
  rateE8: bigint
  position: number
  isOn: boolean
  followsBank: boolean
  bankRateE8: bigint | null
  /** `2026-06-30` */
  bankDate: string | null
  changedAt: Date | null
  changedBy: string | null
  /** Another after every change of it; what the bank said of it is none. */
  seen: string
}

type Row = Omit<WholeCurrency, 'rateE8' | 'bankRateE8'> & { rateE8: string; bankRateE8: string | null } & Record<
    string,
    unknown
  >

const WHOLE = fragment`id, code, symbol, name, rate_e8::text as "rateE8", position, is_on as "isOn", follows_bank as "followsBank",
  bank_rate_e8::text as "bankRateE8", bank_date::text as "bankDate", changed_at as "changedAt", changed_by as "changedBy",
  md5(row(symbol, rate_e8, position, is_on, follows_bank)::text) as seen`

const whole = ({ rateE8, bankRateE8, ...row }: Row): WholeCurrency => ({
  ...(row as Omit<WholeCurrency, 'rateE8' | 'bankRateE8'>),
  rateE8: BigInt(rateE8),
  bankRateE8: bankRateE8 === null ? null : BigInt(bankRateE8),
})

export async function wholeCurrencies(db: Queryable): Promise<WholeCurrency[]> {
  return (await db.query<Row>(sql`select ${WHOLE} from currencies order by position, id limit 200`)).map(whole)
}

/** All of them, in the order of ids: who changes one and who takes the bank's rates come one after the other. */
export async function lockCurrencies(tx: Transaction): Promise<WholeCurrency[]> {
  return (await tx.query<Row>(sql`select ${WHOLE} from currencies order by id limit 200 for no key update`)).map(whole)
}

/** Not offered until somebody has looked at its rate. Undefined: the shop has one of this code. */
export async function addCurrency(
  tx: Transaction,
  { code, symbol, name, rateE8, by }: { code: string; symbol: string; name: string; rateE8: bigint; by: string },
): Promise<number | undefined> {
  const row = await tx.maybe<{ id: number }>(sql`
    insert into currencies (code, symbol, name, rate_e8, is_on, position, changed_at, changed_by)
    select ${code}, ${symbol}, ${name}, ${String(rateE8)}::bigint, false, coalesce(max(position), 0) + 1, now(), ${by} from currencies
    on conflict (code) do nothing returning id`)
  return row?.id
}

export function changeCurrency(tx: Transaction, { id, ...to }: WholeCurrency, by: string): Promise<number> {
  return tx.run(sql`
    update currencies set symbol = ${to.symbol}, rate_e8 = ${String(to.rateE8)}::bigint, position = ${to.position}, is_on = ${to.isOn},
      follows_bank = ${to.followsBank}, changed_at = now(), changed_by = ${by}
    where id = ${id}`)
}

/** What the bank said; its rate, too, where that is taken. */
export function noteBank(
  tx: Transaction,
  { id, rateE8, day, isTaken, by }: { id: number; rateE8: bigint; day: string; isTaken: boolean; by: string },
): Promise<number> {
  return tx.run(sql`
    update currencies set bank_rate_e8 = ${String(rateE8)}::bigint, bank_date = ${day}::date,
      rate_e8 = case when ${isTaken} then ${String(rateE8)}::bigint else rate_e8 end,
      changed_at = case when ${isTaken} and rate_e8 <> ${String(rateE8)}::bigint then now() else changed_at end,
      changed_by = case when ${isTaken} and rate_e8 <> ${String(rateE8)}::bigint then ${by} else changed_by end
    where id = ${id}`)
}
