// PayPal's money: decimal strings, without decimals in three currencies (its list of currency codes).
import { z } from 'zod'
import { ProviderRefused } from '../provider.ts'
import { PAYPAL } from './connection.ts'

/** PayPal's own list: ISO 4217 gives the forint and the Taiwan dollar two decimals, and the shop sells by whole ones. */
const WHOLE = new Set(['HUF', 'JPY', 'TWD'])

/** 1234 → '12.34', of yen '12'. What cannot be charged exactly is refused, never rounded. */
export function toWire(hundredths: number, currency: string): { currency_code: string; value: string } {
  const whole = WHOLE.has(currency)
  if (!Number.isSafeInteger(hundredths) || hundredths <= 0 || (whole && hundredths % 100 !== 0))
    throw new ProviderRefused(PAYPAL, 'DECIMAL_PRECISION')
  const digits = String(hundredths).padStart(3, '0')
  const [units, rest] = [digits.slice(0, -2), digits.slice(-2)]
  return { currency_code: currency, value: whole ? units : `${units}.${rest}` }
}

/** As PayPal answers them: `minor` in hundredths. */
export const Money = z
  .object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().max(32) })
  .transform(({ currency_code, value }, context) => {
    const [, units, rest = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(value) ?? []
    if (units === undefined) {
      context.addIssue('not an amount of money')
      return z.NEVER
    }
    return { currency: currency_code, minor: Number(units) * 100 + Number(rest.padEnd(2, '0')) }
  })
export type Money = z.infer<typeof Money>

/** An amount of money that may be negative: what has left the account. */
export const SignedMoney = z
  .object({ currency_code: z.string(), value: z.string().max(32) })
  .transform(({ currency_code, value }, context) => {
    const left = value.startsWith('-')
    const money = Money.safeParse({ currency_code, value: left ? value.slice(1) : value })
    if (money.success) return { ...money.data, minor: left ? -money.data.minor : money.data.minor }
    context.addIssue('not an amount of money')
    return z.NEVER
  })
