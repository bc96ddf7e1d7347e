// Finding a country by whatever somebody knows of it (specification §3, "Country picker item").
import { expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { COUNTRIES } from './countries.ts'
import { countriesToPick, findCountry } from './find-country.ts'

const find = (typed: string, language = 'en-US') =>
  findCountry(countriesToPick(language), typed).map(({ value }) => value)

test('by its name in the page’s language, with or without accents, and in English', () => {
  expect(find('Österreich', 'de')[0]).toBe('AT')
  expect(find('osterreich', 'de')[0]).toBe('AT')
  expect(find('Austria', 'de')[0]).toBe('AT')
  expect(find('ألمانيا', 'ar')).toEqual(['DE'])
  expect(find('united king')[0]).toBe('GB')
})

test('by its Chinese name, simplified and traditional, in every language', () => {
  for (const language of ['en-US', 'ar', 'zh-CN']) {
    expect(find('德国', language)).toEqual(['DE'])
    expect(find('德國', language)).toEqual(['DE'])
  }
})

test('its ISO code comes before names that hold these letters', () => {
  expect(find('de')[0]).toBe('DE')
  expect(find('DE')).toContain('SE')
  // India, before Indonesia; and Indiana is none.
  expect(find('in')[0]).toBe('IN')
})

test('by telephone prefix: the whole one first, then those that it begins', () => {
  expect(find('+49')).toEqual(['DE'])
  expect(find('0049')).toEqual(['DE'])
  // Shared by several: the one that most people mean.
  expect(find('44')).toEqual(['GB', 'GG', 'IM', 'JE'])
  expect(find('+1').slice(0, 3)).toEqual(['US', 'CA', 'DO'])
  expect(find('+1')).toContain('BB')
  expect(find('+999')).toEqual([])
})

test('without anything typed all of them are there, by name, in every language', () => {
  expect(COUNTRIES.length).toBeGreaterThanOrEqual(230)
  for (const { tag } of LOCALES) {
    const all = countriesToPick(tag)
    expect(all.map(({ value }) => value).sort()).toEqual([...COUNTRIES].sort())
    expect(findCountry(all, '  ')).toEqual(all)
    for (const { label, value } of all)
      expect(
        findCountry(all, label).map((found) => found.value),
        `${tag} ${label}`,
      ).toContain(value)
  }
})

test('nothing found is an empty list; the empty choice is no country', () => {
  expect(find('zzzz')).toEqual([])
  const withNone = [{ value: '', label: 'Please choose' }, ...countriesToPick('en-US')]
  expect(findCountry(withNone, 'de')[0]!.value).toBe('DE')
})
