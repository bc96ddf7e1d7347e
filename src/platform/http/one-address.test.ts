import { expect, test } from 'vitest'
import { readAddress } from './one-address.ts'

const MIXED = ['/newsInfo']

test.each([
  ['/pc-games/', '/pc-games'],
  ['/pc-games//', '/pc-games'],
  ['/pc-games//elden-ring', '/pc-games/elden-ring'],
  ['/PC-Games/Elden-Ring?sku=3', '/pc-games/elden-ring?sku=3'],
  ['/newsinfo?id=3', '/newsInfo?id=3'],
  ['/NEWSINFO/?id=3', '/newsInfo?id=3'],
  ['/?lang=xx', '/'],
  ['/pc-games?page=2&lang=klingon&sort=1', '/pc-games?page=2&sort=1'],
  ['/search?name=A&lang=', '/search?name=A'],
  ['/?l%61ng=de', '/?lang=de'],
  ['/?lang=d%65', '/?lang=de'],
  ['/pc-games?page=2&%6Cang=xx1', '/pc-games?page=2'],
  ['/%73uccess-payment?order_id=1', '/success-payment?order_id=1'],
  ['/%53%55ccess%2Dpayment', '/success-payment'],
  ['/games/../checkout', '/checkout'],
  ['/games/%2e%2E/%2e/checkout', '/checkout'],
  ['/..', '/'],
])('%s stands at %s, and there nowhere else', (url, proper) => {
  expect(readAddress(url, MIXED)).toEqual({ moved: proper })
  expect(readAddress(proper, MIXED)).toMatchObject({ path: proper.split('?')[0] })
})

test.each([
  '/',
  '/?lang=de',
  '/?lang=en-US',
  '/pc-games?page=2&lang=zh_tw',
  '/newsInfo?id=3',
  '/search?name=FIFA//25/',
  '/a%2Fb%c3%9f',
  // Their query says `lang` only in passing.
  '/search?name=slang=xx',
  '/search?name=%26lang%3Dxx',
  '/search?name=%ff%zz',
  `/games?x=${'a'.repeat(2_000)}`,
])('%s is where it belongs', (url) => {
  const [path, query] = url.split(/(?=\?)/)
  expect(readAddress(url, MIXED)).toEqual({ path, plainPath: decodeURIComponent(path!), query: query ?? '' })
})

test.each([
  // A browser reads them as another host.
  '/\\Evil.example/',
  '/x\\..\\Y/',
  '/%5Cevil.example',
  '//evil.example',
  'http://evil.example/',
  '*',
  // They say nothing.
  '/%',
  '/%zz',
  '/%ff',
  '/games/%E0%A4%A',
  '/%00',
  '/a%0d%0ab',
  '/games?name=%00',
])('%s is no address', (url) => expect(readAddress(url, MIXED)).toEqual({ refused: 400 }))

test('a target above 2 kB is too long, whatever it says', () => {
  expect(readAddress(`/${'a'.repeat(2_048)}`, MIXED)).toEqual({ refused: 414 })
  expect(readAddress(`/?q=${'%'.repeat(15_000)}`, MIXED)).toEqual({ refused: 414 })
})
