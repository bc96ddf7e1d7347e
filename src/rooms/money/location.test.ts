import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientCountry } from '#platform/http/client-address.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { guessPlace } from './location.ts'

describe('where a visitor probably is', () => {
  test.each([
    ['a proxy’s word goes before his languages', 'JP', 'de-DE,de;q=0.9', 'JP', 'de', 'JPY'],
    ['the first language that names a territory', undefined, 'de-AT,de;q=0.9,en-US;q=0.8', 'AT', 'de', 'EUR'],
    ['also when it is not the first', undefined, 'en,pt-BR;q=0.8', 'BR', 'en-US', 'BRL'],
    ['where the first language is mostly spoken', undefined, 'ko', 'KR', 'ko', 'KRW'],
    ['no language: that of the country', 'PL', null, 'PL', 'pl', 'EUR'],
    ['a country without a currency of ours: the language’s', 'TR', 'tr', 'TR', 'tr', 'USD'],
    ['nothing', undefined, null, null, 'en-US', 'USD'],
    ['no language at all', undefined, '*;q=0.1,<x>,---,de-a,zzzz9999999999', null, 'en-US', 'USD'],
    ['a part of the world is no country', undefined, 'es-419', null, 'es', 'EUR'],
  ])('%s', (_, proxy, header, country, code, currency) => {
    const place = guessPlace(proxy, header)
    expect([place.country, place.locale.code, place.currency]).toEqual([country, code, currency])
  })

  test('is a few looks at his languages, however many his browser names', () => {
    guessPlace(undefined, 'gsw')
    const looks = vi.spyOn(Intl, 'Locale')
    try {
      expect(guessPlace(undefined, `${'qaa,'.repeat(200)}de-AT`).country).toBeNull()
      expect(looks.mock.calls.length).toBeLessThanOrEqual(20)
    } finally {
      looks.mockRestore()
    }
  })
})

describe('the country that a proxy names', () => {
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
  const country = clientCountry(['10.0.0.0/8'], 'cf-ipcountry')

  test('counts when the proxy is one of ours', () => {
    expect(country(from('10.1.2.3', { 'cf-ipcountry': 'jp' }))).toBe('JP')
    expect(country(from('::ffff:10.1.2.3', { 'cf-ipcountry': 'JP' }))).toBe('JP')
  })
  test('is nobody’s word when it comes from anybody else, or in another header', () => {
    expect(country(from('203.0.113.9', { 'cf-ipcountry': 'JP' }))).toBeUndefined()
    expect(country(from('10.1.2.3', { 'x-country': 'JP' }))).toBeUndefined()
    expect(clientCountry(['10.0.0.0/8'], undefined)(from('10.1.2.3', { 'cf-ipcountry': 'JP' }))).toBeUndefined()
  })
  test.each(['XX', 'T1', 'JPN', '', 'J\u0000'])('is none when it says %j', (code) => {
    expect(country(from('10.1.2.3', { 'cf-ipcountry': code }))).toBeUndefined()
  })
})

describe('GET /api/home/location', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' })
  })
  afterAll(() => shop.close())

  test('answers by the proxy’s header, and is kept by nobody', async () => {
    const { headers, body } = await shop.call('GET', '/api/home/location', {
      headers: { 'cf-ipcountry': 'GB', 'accept-language': 'de-DE', 'x-locale': 'ja' },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.data).toEqual({ country: 'GB', locale: 'de', currencyId: expect.any(Number) })
    const { body: rates } = await shop.call('GET', '/api/home/rate')
    expect(rates.data.find((row: { id: number }) => row.id === body.data.currencyId).moneyType).toBe('GBP')
  })
  test('else by the browser’s languages', async () => {
    const { body } = await shop.call('GET', '/api/home/location', { headers: { 'accept-language': 'zh-TW,zh;q=0.9' } })
    expect(body.data).toMatchObject({ country: 'TW', locale: 'zh_tw' })
  })
})
