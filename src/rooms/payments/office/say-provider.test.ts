// Every provider that the shop can take money by has a name in the office, in both of its languages.
import { expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate } from '#platform/i18n/words.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { sayRefusal, type TranslateOffice } from '#rooms/staff/office/words.ts'
import { PROVIDERS } from '../providers/registry.ts'

test('each provider is called by a name, and one that nobody knows by what stands there', () => {
  for (const words of [english, chinese]) {
    const t = createTranslate({ tag: 'en', dir: 'ltr' }, [words]) as TranslateOffice
    for (const { name } of PROVIDERS) expect(sayProvider(t, name), name).not.toBe(name)
    expect(sayProvider(t, 'a-later-one')).toBe('a-later-one')
  }
})

test('a refusal names providers by their names, one or several', () => {
  const t = createTranslate({ tag: 'en', dir: 'ltr' }, [english]) as TranslateOffice
  const said = (message: string, data: object) => sayRefusal(t, { message, data })
  expect(said('order.refused.noAnswer', { providers: 'paypal' })).toContain('for PayPal gives no answer')
  expect(said('order.refused.noAnswer', { providers: 'paypal, eecpay, later' })).toContain(
    'for PayPal, EECPay, later gives',
  )
  expect(said('methods.refused.missing', { provider: 'stripe', variables: 'A_KEY, B_KEY' })).toContain(
    'Stripe has no credentials here: set A_KEY, B_KEY on',
  )
  expect(said('order.refused.notUnpaid', { status: 'Delivered' })).toContain(english.orders.status.Delivered)
})
