import { expect, test } from 'vitest'
import { properAddress } from './one-address.ts'

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
])('%s stands at %s, and there nowhere else', (url, proper) => {
  expect(properAddress(url, MIXED)).toBe(proper)
  expect(properAddress(proper, MIXED)).toBeUndefined()
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
])('%s is where it belongs', (url) => expect(properAddress(url, MIXED)).toBeUndefined())

test.each(['/\\Evil.example/', '/x\\..\\Y/'])('%s is sent nowhere: a browser might read it as another host', (url) =>
  expect(properAddress(url, MIXED)).toBeUndefined(),
)
