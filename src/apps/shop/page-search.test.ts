import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOLDED, properQuery, SERVED, servedQuery } from './page-search.ts'

test('every route says what its page depends on', () => {
  const source = readFileSync(new URL('routeTree.gen.ts', import.meta.url), 'utf8')
  const [, body] = /export interface FileRoutesByFullPath \{(.*?)\n\}/s.exec(source)!
  const paths = [...body!.matchAll(/'([^']+)':/g)].map(([, path]) => path!.replace(/(.)\/$/, '$1'))
  expect(paths.length).toBeGreaterThan(20)
  expect(Object.keys(SERVED).sort()).toEqual(paths.sort())
})

test.each([
  ['/', 'utm_source=x&gclid=y', ''],
  ['/', 'open=hottest&q=1', '?open=hottest'],
  ['/', 'open=made-up', ''],
  ['/rpg-games', 'fbclid=1&sort=2&size=10&page=1&platform=4,1', '?platform=1_4&sort=2'],
  ['/rpg-games', 'platform=4&platform=1&page=3', '?platform=1_4&page=3'],
  ['/search', 'name=elden+ring&q=x', '?name=elden+ring'],
  ['/rpg-games/elden-ring', 'sku=7&utm_x=1', '?sku=7'],
  ['/rpg-games/elden-ring', 'sku=x', ''],
  ['/news', 'page=2&x', '?page=2'],
  ['/newsInfo', 'id=3&from=mail', '?id=3'],
  ['/checkout', 'page=2', ''],
  ['/about-us', 'sort=2', ''],
  ['/success-payment', 'order_id=1', ''],
  ['/a/b/c', 'page=2', ''],
])('%s?%s depends on “%s”', (path, query, known) => {
  expect(servedQuery(path, new URLSearchParams(query))).toBe(known)
})

test.each([
  ['/news', 'page=x', ''],
  ['/news', 'page=x&utm_source=mail', '?utm_source=mail'],
  ['/pc-games', 'sort=9', ''],
  ['/pc-games', 'page=0&sort=2', '?sort=2'],
  ['/pc-games', 'platform=4&platform=1', '?platform=1_4'],
  ['/rpg-games/elden-ring', 'sku=abc', ''],
  ['/pc-games', 'sort=2&page=3', undefined],
  ['/pc-games', 'utm_source=mail', undefined],
  ['/newsInfo', 'id=x', undefined],
  ['/about-us', 'page=x', undefined],
  ['/login', 'to=%2Fmy-order', undefined],
  ['/login', 'to=https://elsewhere.example/', ''],
  ['/login', 'to=//elsewhere.example', ''],
  ['/login', 'to=/\\\\elsewhere.example', ''],
  ['/order', 'order_no=!!&utm_source=mail', '?utm_source=mail'],
])('%s?%s is properly “%s”', (path, query, proper) => {
  expect(properQuery(path, new URLSearchParams(query))).toBe(proper)
})

test('every list of the home page that unfolds may be named in its address', () => {
  const home = new URL('../../rooms/search/ui/home/', import.meta.url)
  const text = readdirSync(home).map((file) => readFileSync(new URL(file, home), 'utf8'))
  const names = [...text.join('\n').matchAll(/(?:useFold\('|<HomeShelf id=")([a-z-]+)/g)].map(([, name]) => name!)
  expect(names.sort()).toEqual([...FOLDED].sort())
})
