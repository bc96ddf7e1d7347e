// What the specification quotes, written out from its text and not from the code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What §2, §5, §6 and §8 quote, without a full stop at its end. */
const QUOTED = [
  'This page could not be found',
  'The length cannot be less than 6',
  'Send to my billing address',
  'Pay Now',
  'The card number is required!',
  'Please enter the correct card number',
  'The card expire date is required!',
  'Please enter the correct card expire date',
  'The card security code is required!',
  'Please enter the correct security code',
  'The first name is required!',
  'The last name is required!',
  'The address is required!',
  'The city is required!',
  'The country is required!',
  'The postcode is required!',
  'The phone number is required!',
  'Please enter the correct contact number',
  'The bill email is required!',
  'Please enter the correct bill email',
  'Consent terms and conditions and privacy policy must be checked!',
  'You need to log in first',
  'There is a problem with payment, please try later or contact customer service!',
  'Sorry, your card currently does not support this payment method. Please choose another payment method!',
  'An error has occurred. Please contact management customer service!',
  'Coupon used successfully',
  'Just a moment, please. The message interval is 1 minute',
  'Pay by balance successfully',
]

test('what the specification quotes stands in the English words as it is quoted', () => {
  const said = new Set<string>()
  const collect = (words: unknown): void => {
    if (typeof words === 'string') said.add(words.replace(/\.$/, ''))
    else for (const part of Object.values(words as object)) collect(part)
  }
  for (const file of ['en-US.json', 'members/en-US.json'])
    collect(JSON.parse(readFileSync(join(import.meta.dirname, '..', 'src', 'locales', file), 'utf8')))
  expect(QUOTED.filter((text) => !said.has(text))).toEqual([])
})
