// The card form by the rules of the specification (§5).
import { expect, test } from 'vitest'
import { checked } from '#ui/form-check.ts'
import { cardBrand, expiryOf, isCardNumber, isExpired } from './card-rules.ts'
import { billing } from './cards.testing.ts'
import { BillingForm } from './forms.ts'

const errors = (over: object) => checked(BillingForm, { ...billing(), ...over }).errors
const long = (n: number) => 'x'.repeat(n)

test('what is right is taken, and written as the gateway wants it', () => {
  const { values } = checked(BillingForm, {
    ...billing({
      cardNo: ' 4111 1111-1111 1111 ',
      cardExpire: '1/39',
      billPhone: '+49 (170) 555-01',
      billZip: ' 12345 ',
    }),
  })
  expect(values).toMatchObject({
    cardNo: '4111111111111111',
    cardExpire: '01/2039',
    billPhone: '4917055501',
    billZip: '12345',
  })
})

test('digits are those of any keyboard, and what marks a number as such in a text is no part of it', () => {
  const { values } = checked(BillingForm, {
    ...billing({
      cardNo: '٤١١١ ١١١١ ١١١١ ١١١١',
      cardExpire: '۰۱/۳۹',
      cardSecurityCode: '１２３',
      billPhone: '\u202a+٤٩ ١٧٠\u202c',
      shipPhone: '۱۷۰–۵۵۵',
    }),
  })
  expect(values).toMatchObject({
    cardNo: '4111111111111111',
    cardExpire: '01/2039',
    cardSecurityCode: '123',
    billPhone: '49170',
    shipPhone: '170555',
  })
})

test('each field that must be there says so by its own message', () => {
  const empty = Object.fromEntries(Object.keys(billing()).map((name) => [name, '']))
  expect(errors(empty)).toEqual({
    cardNo: 'card.error.number',
    cardExpire: 'card.error.expire',
    cardSecurityCode: 'card.error.code',
    billFirstName: 'card.error.firstName',
    billLastName: 'card.error.lastName',
    billAddress: 'card.error.address',
    billCity: 'card.error.city',
    billCountry: 'card.error.country',
    billZip: 'card.error.zip',
    billPhone: 'card.error.phone',
    billEmail: 'card.error.email',
  })
})

test.each([
  ['cardNo', '4111111111111112', 'card.error.numberFormat'],
  ['cardNo', '4111a11111111111', 'card.error.numberFormat'],
  ['cardNo', '0'.repeat(33), 'card.error.numberFormat'],
  ['cardNo', '378282246310005', 'card.error.unsupported'],
  ['cardExpire', '13/2039', 'card.error.expireFormat'],
  ['cardExpire', '00/2039', 'card.error.expireFormat'],
  ['cardExpire', '12/2020', 'card.error.expireFormat'],
  ['cardExpire', '2039/12', 'card.error.expireFormat'],
  ['cardSecurityCode', '12', 'card.error.codeFormat'],
  ['cardSecurityCode', '1234', 'card.error.codeFormat'],
  ['cardSecurityCode', '12a', 'card.error.codeFormat'],
  ['billPhone', '555-CALL', 'card.error.phoneFormat'],
  ['billEmail', 'ada@', 'card.error.emailFormat'],
  ['billCountry', 'Germany', 'card.error.country'],
  ['shipPhone', '555-CALL', 'card.error.phoneFormat'],
  ['shipEmail', 'ada@', 'card.error.shipEmailFormat'],
])('%s %s: %s', (field, value, message) => {
  expect(errors({ [field]: value })).toEqual({ [field]: message })
})

test.each([
  ['FirstName', 40],
  ['LastName', 40],
  ['Address', 100],
  ['City', 40],
  ['State', 40],
  ['Zip', 20],
])('%s takes %i characters, of the bill and of where it goes', (name, most) => {
  for (const of of ['bill', 'ship']) {
    expect(errors({ [of + name]: long(most) })).toEqual({})
    expect(errors({ [of + name]: long(most + 1) })).toEqual({ [of + name]: 'card.error.long' })
  }
})

test('a telephone takes 20 digits and an e-mail address 40 characters', () => {
  expect(errors({ billPhone: '1'.repeat(20), billEmail: `${long(28)}@example.com` })).toEqual({})
  expect(errors({ billPhone: '1'.repeat(21) })).toEqual({ billPhone: 'card.error.long' })
  expect(errors({ billEmail: `${long(29)}@example.com` })).toEqual({ billEmail: 'card.error.long' })
})

test('a card is good until its month is over everywhere on earth', () => {
  expect(isExpired('11/2026', Date.UTC(2026, 11, 1, 11, 59))).toBe(false)
  expect(isExpired('11/2026', Date.UTC(2026, 11, 1, 12))).toBe(true)
  expect(isExpired('12/2026', Date.UTC(2027, 0, 1, 11))).toBe(false)
})

test('dates as browsers and people write them; numbers and brands', () => {
  expect(['1239', '12/39', '12 / 2039', '12-2039', '1/2039'].map(expiryOf)).toEqual([
    '12/2039',
    '12/2039',
    '12/2039',
    '12/2039',
    '01/2039',
  ])
  expect(['12/3', '139', '12/1999', 'soon'].map(expiryOf)).toEqual([undefined, undefined, undefined, undefined])
  expect(isCardNumber('4111 1111 1111 1111')).toBe(false)
  expect(
    [
      '4111111111111111',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '3530111333300000',
      '6011111111111117',
      '6200000000000005',
      '30569309025904',
      '6759649826438453',
      '9111111111111111',
    ].map(cardBrand),
  ).toEqual(['visa', 'mastercard', 'mastercard', 'amex', 'jcb', 'discover', 'unionpay', 'diners', 'maestro', 'card'])
})
