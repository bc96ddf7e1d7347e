import { describe, expect, test } from 'vitest'
import english from '#locales/server/en-US.json' with { type: 'json' }
import { activationSteps, redeemPage } from '#rooms/content/hands.ts'
import { activationOf, activationsOf } from './activation.ts'
import { platforms } from './first-facets.ts'
import { OWN_GUIDES } from './limits.ts'
import type { Shelves } from './shelves.ts'

const CODES = [...platforms.map(({ code }) => code), 'a-platform-of-the-operator', 'constructor']
const facets = new Map(
  CODES.map((code, id) => [id, { id, kind: 'platform' as const, code, name: { 'en-US': code }, countries: null }]),
)
const shelves = { facets } as Pick<Shelves, 'facets'> as Shelves
const ids = (codes: string) => codes.split(' ').map((code) => CODES.indexOf(code))

const told = (own: string | null, codes: string, { keyType = 0 } = {}) =>
  activationOf({ activation: own, keyType, platformIds: codes ? ids(codes) : [] }, shelves, 'de')
const guide = (code: string | null) => ({
  steps: activationSteps(code, 'de'),
  redeemUrl: redeemPage(code) ?? null,
})

describe('the guide of a version', () => {
  test.each([
    ['gog', 'steam', 'steam'],
    ['gog', 'gog', 'gog'],
    ['steam', 'gog', 'gog'],
    ['steam', 'xbox-series xbox-one', 'xbox'],
    ['epic', 'ps5 ps4', 'playstation'],
    ['publisher-site', 'steam', 'steam'],
    [null, 'switch-2', 'nintendo'],
    ['steam', 'publisher', 'publisher-site'],
    ['account', 'steam', 'steam'],
  ])('of a product that has “%s” is, for %s, “%s”', (own, codes, code) => {
    expect(guide(code).steps).not.toEqual([])
    expect(told(own, codes)).toEqual(guide(code))
  })

  test('is its product’s where that is for one of its platforms, else that of the first', () => {
    expect(told('microsoft-store', 'xbox-series microsoft-store')).toEqual(guide('microsoft-store'))
    expect(told('steam', 'xbox-series microsoft-store')).toEqual(guide('xbox'))
    expect(told(null, 'a-platform-of-the-operator gog steam')).toEqual(guide('gog'))
  })

  test('is its product’s where its platforms have none', () => {
    for (const codes of ['', 'a-platform-of-the-operator', 'constructor'])
      expect(told('rockstar', codes)).toEqual(guide('rockstar'))
    expect(told(null, '')).toEqual({ steps: [], redeemUrl: null })
    expect(told('account', '')).toEqual({ steps: [], redeemUrl: null })
  })

  test('of points for a player, and of an account, is the same on every platform', () => {
    expect(told('in-game', 'ios android')).toEqual(guide('in-game'))
    for (const own of ['account', 'steam', null]) expect(told(own, 'steam', { keyType: 1 })).toEqual(guide('account'))
  })

  test('is there for every platform that a new shop has', () => {
    for (const { code } of platforms) expect(told(null, code).steps, code).not.toEqual([])
  })
})

test('every guide but that of accounts may be chosen for a product', () => {
  expect([...OWN_GUIDES, 'account'].sort()).toEqual(Object.keys(english.guides).sort())
})

test('a product tells each guide of its versions once, and which version has which', () => {
  const versions = ['steam', 'gog', 'a-platform-of-the-operator', 'steam'].map((code) => ({ platformIds: ids(code) }))
  expect(activationsOf({ activation: null, keyType: 0 }, versions, shelves, 'de')).toEqual({
    guides: [activationSteps('steam', 'de'), activationSteps('gog', 'de')],
    ofVersions: [0, 1, null, 0],
  })
  expect(activationsOf({ activation: 'gog', keyType: 0 }, versions, shelves, 'de').ofVersions).toEqual([0, 1, 1, 0])
})
