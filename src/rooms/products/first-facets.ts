// What products can be filtered by in every shop from its first start: platforms, regions with the countries where their
// keys work, languages, genres. Names in all languages are in facet-names/, one file per language. Server only.
import { readdirSync, readFileSync } from 'node:fs'
import type english from './facet-names/en-US.json'
import type { FacetRow } from './store.ts'

interface Localized {
  'en-US': string
  [language: string]: string
}

export interface Facet<Code extends string = string> {
  code: Code
  name: Localized
}

export interface Region extends Facet<RegionCode> {
  /** ISO 3166-1 alpha-2 codes of the countries where a key activates; null is everywhere. */
  countries: readonly string[] | null
}

const FOLDER = new URL('./facet-names/', import.meta.url)
const names: [language: string, names: typeof english][] = readdirSync(FOLDER).map((file) => [
  file.replace(/\.json$/, ''),
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
])

function nameOf(kind: FacetRow['kind'], code: string): Localized {
  // English is among the files.
  return Object.fromEntries(
    names.map(([language, of]) => [language, (of[kind] as Record<string, string>)[code]!]),
  ) as Localized
}

const PLATFORM_CODES = [
  'steam',
  'epic',
  'gog',
  'battle-net',
  'ea-app',
  'ubisoft-connect',
  'rockstar',
  'xbox-series',
  'xbox-one',
  'ps5',
  'ps4',
  'switch',
  'switch-2',
  'microsoft-store',
  'ios',
  'android',
  'publisher',
] as const

export type PlatformCode = (typeof PLATFORM_CODES)[number]

export const platforms: readonly Facet<PlatformCode>[] = PLATFORM_CODES.map((code) => ({
  code,
  name: nameOf('platform', code),
}))

const EUROPE = (
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS ' +
  'SE SI SK SM UA VA XK'
).split(' ')

/** The euro card works wherever the store charges in euros. */
const EURO_AREA = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' ')

const LATIN_AMERICA = 'AR BO BR CL CO CR DO EC GT HN MX NI PA PE PY SV UY VE'.split(' ')

const ASIA = 'BD BN HK ID IN JP KH KR LA LK MM MN MO MV MY NP PH PK SG TH TW VN'.split(' ')

const MIDDLE_EAST = 'AE BH EG JO KW LB OM QA SA'.split(' ')

export type RegionCode =
  | 'global'
  | 'europe'
  | 'euro-area'
  | 'united-kingdom'
  | 'germany'
  | 'turkey'
  | 'north-america'
  | 'united-states'
  | 'latin-america'
  | 'brazil'
  | 'asia'
  | 'china'
  | 'hong-kong'
  | 'japan'
  | 'korea'
  | 'india'
  | 'middle-east'
  | 'saudi-arabia'
  | 'united-arab-emirates'

export const regions: readonly Region[] = [
  region('global', null),
  region('europe', EUROPE),
  region('euro-area', EURO_AREA),
  region('united-kingdom', ['GB']),
  region('germany', ['DE']),
  region('turkey', ['TR']),
  region('north-america', ['US', 'CA', 'MX']),
  region('united-states', ['US']),
  region('latin-america', LATIN_AMERICA),
  region('brazil', ['BR']),
  region('asia', ASIA),
  region('china', ['CN']),
  region('hong-kong', ['HK']),
  region('japan', ['JP']),
  region('korea', ['KR']),
  region('india', ['IN']),
  region('middle-east', MIDDLE_EAST),
  region('saudi-arabia', ['SA']),
  region('united-arab-emirates', ['AE']),
]

function region(code: RegionCode, countries: Region['countries']): Region {
  return { code, name: nameOf('region', code), countries }
}

const LANGUAGE_CODES = [
  'en',
  'fr',
  'de',
  'it',
  'es-ES',
  'es-419',
  'pt-BR',
  'pt-PT',
  'nl',
  'pl',
  'cs',
  'hu',
  'ro',
  'ru',
  'uk',
  'tr',
  'el',
  'sv',
  'da',
  'nb',
  'fi',
  'ja',
  'ko',
  'zh-Hans',
  'zh-Hant',
  'th',
  'vi',
  'ar',
] as const

/** BCP 47. */
export type LanguageCode = (typeof LANGUAGE_CODES)[number]

export const languages: readonly Facet<LanguageCode>[] = LANGUAGE_CODES.map((code) => ({
  code,
  name: nameOf('language', code),
}))

const GENRE_CODES = [
  'action',
  'adventure',
  'rpg',
  'shooter',
  'strategy',
  'simulation',
  'racing',
  'sports',
  'horror',
  'puzzle',
  'indie',
  'platformer',
  'survival',
  'fighting',
  'open-world',
  'co-op',
  'mmo',
  'roguelike',
  'story',
] as const

export type GenreCode = (typeof GENRE_CODES)[number]

export const genres: readonly Facet<GenreCode>[] = GENRE_CODES.map((code) => ({
  code,
  name: nameOf('genre', code),
}))
