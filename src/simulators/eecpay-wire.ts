// The card gateway on the wire, as its side reads and signs it: written by docs/decisions/048, and knowing nothing of the
// shop's adapter.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Answer } from './listener.ts'

/** The most characters of each field; a request with a longer one is refused. */
const LENGTHS: Record<string, number> = {
  order_no: 64,
  goods: 100,
  card_no: 19,
  card_month: 2,
  card_year: 4,
  card_code: 3,
  ...Object.fromEntries(
    ['bill', 'ship'].flatMap((who) =>
      Object.entries({
        first_name: 40,
        last_name: 40,
        address: 100,
        city: 40,
        state: 40,
        country: 2,
        zip: 20,
        phone: 20,
        email: 40,
      }).map(([name, most]) => [`${who}_${name}`, most]),
    ),
  ),
  ip: 45,
  return_url: 500,
  notify_url: 500,
}

const REQUIRED = [
  'order_no',
  'amount',
  'currency',
  'card_no',
  'card_month',
  'card_year',
  'card_code',
  'bill_first_name',
  'bill_last_name',
  'bill_address',
  'bill_city',
  'bill_country',
  'bill_zip',
  'bill_phone',
  'bill_email',
  'ip',
  'return_url',
  'notify_url',
]

export function sign(form: URLSearchParams, secretKey: string): string {
  const names = [...form.keys()].filter((name) => name !== 'signature' && !/^card_(no|month|year|code)$/.test(name))
  const text = names
    .filter((name) => form.get(name) !== '')
    .sort()
    .map((name) => `${name}=${form.get(name)}`)
    .join('&')
  return createHmac('sha256', secretKey).update(text, 'utf8').digest('hex')
}

export function isSigned(form: URLSearchParams, secretKey: string): boolean {
  const [given, right] = [Buffer.from(form.get('signature') ?? ''), Buffer.from(sign(form, secretKey))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The request was refused: nothing has happened. */
export const refusal = (result_code: string): Answer => ({ status: 400, body: JSON.stringify({ result_code }) })

export const decimal = (hundredths: number) => (hundredths / 100).toFixed(2)

/** The result_code of the first rule that a charge breaks. */
export function mistakeOf(form: URLSearchParams, currencies?: readonly string[]): string | undefined {
  const field = (name: string) => form.get(name) ?? ''
  if (new Set(form.keys()).size !== form.size || REQUIRED.some((name) => field(name) === '')) return '1006'
  if (Object.entries(LENGTHS).some(([name, most]) => field(name).length > most)) return '1006'
  if (!/^[A-Z]{3}$/.test(field('currency')) || currencies?.includes(field('currency')) === false) return '1003'
  if (!/^\d{1,10}\.\d{2}$/.test(field('amount')) || Number(field('amount')) === 0) return '1004'
  if (!/^\d{3}$/.test(field('card_code')) || !luhn(field('card_no'))) return '1006'
  if (!/^(0[1-9]|1[0-2])$/.test(field('card_month')) || !/^\d{4}$/.test(field('card_year'))) return '1006'
  return ['bill', 'ship'].every((who) => /^([A-Z]{2})?$/.test(field(`${who}_country`))) ? undefined : '1006'
}

function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}
