import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { regions } from '#rooms/products/first-facets.ts'
import { notice, regionNotice } from './catalogue/authoring.ts'
import { banners } from './catalogue/banners.ts'
import { categories } from './catalogue/categories.ts'
import english from './words/en-US.json' with { type: 'json' }
import { inEachLanguage } from './words.ts'

const FOLDER = new URL('./words/', import.meta.url)
const files = readdirSync(FOLDER)
const codes = files.map((file) => file.replace(/\.json$/, ''))
const read = (code: string): unknown => JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8'))

/** Every text with the way to it: `banners.silksong.title`. */
function texts(words: unknown, path = ''): [path: string, text: unknown][] {
  if (typeof words !== 'object' || words === null) return [[path, words]]
  return Object.entries(words).flatMap(([key, value]) => texts(value, path ? `${path}.${key}` : key))
}

describe.each(codes)('the words in %s', (code) => {
  test('are in a language of the shop', () => expect(LOCALES.map((locale) => locale.code)).toContain(code))

  test('are all that English has, and nothing else', () => {
    const paths = (words: unknown) => texts(words).map(([path]) => path)
    expect(paths(read(code)).sort()).toEqual(paths(english).sort())
    for (const [path, text] of texts(read(code))) expect(text, path).toEqual(expect.stringMatching(/\S/))
  })

  test('name the country where English does, and leave no gap elsewhere', () => {
    for (const [path, text] of texts(read(code))) {
      expect(String(text).match(/\{\{.*?\}\}/g) ?? [], path).toEqual(
        path.startsWith('regionNotice.') ? ['{{country}}'] : [],
      )
    }
  })

  test('are given to everything that has a name', () => {
    for (const { slug, name } of categories) expect(name[code], slug).toBeTruthy()
    for (const { slug, title, line } of banners) expect(title[code] && line[code], slug).toBeTruthy()
  })
})

test('the languages that the shop began with are there', () => {
  expect(codes).toEqual(expect.arrayContaining(['en-US', 'zh-CN', 'ar']))
})

test('in Arabic no preposition is put before the name of a country, which may have an article', () => {
  for (const [path, text] of texts(read('ar'))) expect(text, path).not.toMatch(/ـ\{\{/)
})

test('no word is left that nothing is called by', () => {
  const named = (list: readonly { code: string }[]) => list.map(({ code }) => code).sort()
  const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug).sort()
  expect(Object.keys(english.categories).sort()).toEqual(slugs(categories))
  expect(Object.keys(english.banners).sort()).toEqual(slugs(banners))
  expect(named(regions)).toEqual(expect.arrayContaining(Object.keys(english.countries)))
})

test('a text comes in each language that has it; the others are left out, so that the shop falls back to English', () => {
  expect(inEachLanguage((words) => words.countries?.germany)).toMatchObject({
    'en-US': 'Germany',
    'zh-CN': '德国',
    ar: 'ألمانيا',
  })
  const onlyEnglish = inEachLanguage((words) => (words.countries?.germany === 'Germany' ? 'Germany' : undefined))
  expect(onlyEnglish).toEqual({ 'en-US': 'Germany' })
})

test('a notice of a region names it in each language’s own words', () => {
  const { title, content } = regionNotice('united-states')
  expect(title).toMatchObject({
    'en-US': 'Only for the United States',
    'zh-CN': '仅限美国使用',
    ar: 'مخصّص لمنطقة الولايات المتحدة فقط',
  })
  expect(content['zh-CN']).toContain('地区设置为美国的账户')
  for (const code of codes) expect(title[code] && content[code], code).not.toMatch(/[{}]/)
  expect(notice('vrHeadset').title['zh-CN']).toBe('需要 VR 头显')
})
