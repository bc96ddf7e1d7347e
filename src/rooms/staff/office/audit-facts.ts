// What was so before and after an act, in words: what each fact is called, and what it says.
import { LOCALES } from '#platform/i18n/locales.ts'
import { sayProvider } from './say-provider.ts'
import { sayPermission, sayRole } from './say-role.ts'
import type { TranslateOffice } from './words.ts'

const languageOf = (code: string) => LOCALES.find((locale) => locale.code === code)?.name

const known = (t: TranslateOffice, ...keys: string[]): string | undefined => {
  for (const key of keys) if (t.knows(key)) return t(key)
}

/** `Name (Deutsch)`, `Price (offer 5)`; a text of which nothing but the language is named is called by that. */
export function sayField(t: TranslateOffice, name: string): string {
  const [first = '', second = '', third] = name.split('.')
  if (third !== undefined && (first === 'sku' || first === 'offer'))
    return t(first === 'sku' ? 'audit.ofVersion' : 'audit.ofOffer', { field: sayField(t, third), id: second })
  const language = languageOf(second)
  if (language) return t('audit.inLanguage', { field: sayField(t, first), language })
  return known(t, `audit.fields.${name}`, `catalogue.field.${name}`) ?? languageOf(name) ?? name
}

/** Where the values of a fact have their words, beside those of the log itself; of one kind of thing before all others. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: ['orders.status'],
  'keyBatch.state': ['keys.states', 'keys.keyStates'],
  state: ['catalogue.states', 'keys.states'],
  kind: ['catalogue.facet', 'today.alert', 'inbox.one', 'audit.kinds'],
  act: ['audit.acts'],
  what: ['payments.differs'],
  where: ['methods.wheres'],
  genre: ['shelves.motifs'],
  type: ['catalogue.type'],
  types: ['catalogue.type'],
  keyType: ['catalogue.keyType'],
  list: ['lists.names'],
  provider: ['payments.providers'],
  template: ['health.mails.kinds'],
}

const wordsOf = (name: string) => (Object.hasOwn(WORDS, name) ? WORDS[name]! : [])

/** What it is called, and of which kind of thing: the noun of the act. */
export interface Fact {
  noun: string
  name: string
  /** Of things that it tells by their ids, what people call them. */
  named?: Record<string, string> | undefined
}

/** Facts that tell an uploaded picture, which has no name: it is told from others by how its id begins. */
const PICTURES: readonly string[] = ['picture', 'rtlPicture']
const PICTURE_ID = /^[0-9a-f]{64}$/

/** By which sign the texts of a list are parted that stands as one. */
const PARTED: Readonly<Record<string, string>> = { types: ' ', columns: ',' }

function sayWord(t: TranslateOffice, { noun, name, named }: Fact, value: string): string | undefined {
  if (named && Object.hasOwn(named, value)) return named[value]
  if (PICTURES.includes(name) && PICTURE_ID.test(value)) return t('audit.uploaded', { id: value.slice(0, 8) })
  if (name === 'role') return sayRole(t, value)
  if (name === 'permissions') return sayPermission(t, value)
  if (name === 'locale' || name === 'lacks') return languageOf(value)
  const places = [...wordsOf(`${noun}.${name}`), `audit.values.${name}`, ...wordsOf(name)]
  return known(t, ...places.flatMap((place) => [`${place}.${value}`, `${place}.${value.replaceAll('.', '_')}`]))
}

const sayTexts = (t: TranslateOffice, fact: Fact, texts: readonly string[]) =>
  texts.map((text) => sayWord(t, fact, text) ?? text).join('; ')

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** What an act on an order has done, as the log keeps it. */
type Parts = [name: string, values?: Record<string, string>][]
const isParts = (value: unknown): value is Parts =>
  Array.isArray(value) && value.every((part) => Array.isArray(part) && typeof part[0] === 'string')

const sayParts = (t: TranslateOffice, parts: Parts) =>
  parts
    .map(([name, values = {}]) => {
      const key = `audit.did.${name}`
      const { provider } = values
      return t.knows(key) ? t(key, provider ? { ...values, provider: sayProvider(t, provider) } : values) : name
    })
    .join('; ')

/** A sentence of an earlier version of the shop stands as it is, and so does what has no words. */
export function sayFact(t: TranslateOffice, fact: Fact, value: unknown): string {
  const { name } = fact
  if (value === null || value === '') return t('audit.nothing')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (Array.isArray(value) && value.length === 0) return t('audit.nothing')
  if (isTexts(value)) return sayTexts(t, fact, value)
  if (fact.named && Array.isArray(value)) return sayTexts(t, fact, value.map(String))
  if (name === 'did' && isParts(value)) return sayParts(t, value)
  if (typeof value === 'number') return sayNumber(t, fact, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const sign = Object.hasOwn(PARTED, name) ? PARTED[name] : undefined
  return sign ? sayTexts(t, fact, value.split(sign)) : (sayWord(t, fact, value) ?? value)
}

function sayNumber(t: TranslateOffice, fact: Fact, value: number): string {
  const { name } = fact
  if (name === 'basisPoints') return `${value / 100} %`
  if (name === 'cents') return `${value / 100} USD`
  return sayWord(t, fact, String(value)) ?? String(value)
}
