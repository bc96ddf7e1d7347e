import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { posterGenres } from '#art/genre.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { markdownToHtml } from '#rooms/content/markdown.ts'
import { CONTENT_PAGES } from '#rooms/content/rules.ts'
import { products } from './catalogue/catalogue.ts'
import { categories } from './catalogue/categories.ts'
import { contentLanguages, demoInfos, demoNews } from './content.ts'

const infos = new Map(demoInfos().map(({ type, content }) => [type, content]))
const news = demoNews()

const LOCALES_FOLDER = join(import.meta.dirname, '..', 'locales')

const ADDRESSES = new Set<string>([
  ...products.map(({ category, slug }) => `/${category}/${slug}`),
  ...categories.map(({ slug }) => `/${slug}`),
  ...CONTENT_PAGES.map(({ path }) => path),
  ...['/wholesale', '/sale', '/news', '/feedback'],
])

test('every page, item and piece of news is there in English', () => {
  for (const [type, content] of infos) expect(content['en-US'], String(type)).toMatch(/\S/)
  for (const { type } of CONTENT_PAGES) expect(infos.has(type), String(type)).toBe(true)
  expect(news).toHaveLength(16)
  for (const { slug, title, abstractInfo, content, author, seed, genre, daysAgo } of news) {
    for (const text of [title, abstractInfo, content]) expect(text['en-US'], slug).toMatch(/\S/)
    expect(author && seed, slug).toBeTruthy()
    expect(posterGenres(genre), slug).toHaveLength(1)
    expect(daysAgo, slug).toBeGreaterThan(0)
  }
})

test('the news comes oldest first, no two on one day', () => {
  const days = news.map(({ daysAgo }) => daysAgo)
  expect(days).toEqual([...new Set(days)].sort((a, b) => b - a))
})

describe.each(contentLanguages)('the texts in %s', (language) => {
  const texts: [string, string | undefined][] = [
    ...CONTENT_PAGES.map(({ type, name }): [string, string | undefined] => [name, infos.get(type)?.[language]]),
    ...news.map(({ slug, content }): [string, string | undefined] => [slug, content[language]]),
  ]

  test('are in a language of the shop', () => expect(LOCALES.map(({ code }) => code)).toContain(language))

  test('lead to pages that exist, and are whole Markdown', () => {
    for (const [name, text] of texts) {
      if (text === undefined) continue
      const html = markdownToHtml(text)
      for (const [, href = ''] of html.matchAll(/href="(\/[^"]*)"/g)) expect(ADDRESSES, name).toContain(href)
      expect(html.replace(/<[^>]*>/g, ''), name).not.toMatch(/\]\(|\*\*|^---$/m)
    }
  })

  test('call the states of an order what the order’s page calls them', () => {
    const { state } = JSON.parse(readFileSync(join(LOCALES_FOLDER, `${language}.json`), 'utf8')).pay
    const quoted = (name: string) => infos.get(CONTENT_PAGES.find((page) => page.name === name)!.type)?.[language] ?? ''
    for (const { title } of [state.waiting, state.processing, state.delivered, state.expired]) {
      expect(quoted('shipping')).toContain(`\n| ${title} |`)
    }
    expect(quoted('contact')).toContain(state.waiting.title)
  })

  test('have the headings, tables and links of the English ones', () => {
    const shape = (text: string) =>
      [...markdownToHtml(text).matchAll(/<(h\d|tr|ol|ul|li|a href="[^"]*")/g)].map(([tag]) => tag)
    for (const [name, text] of texts) {
      const english = infos.get(CONTENT_PAGES.find((page) => page.name === name)?.type ?? 0)?.['en-US']
      const original = english ?? news.find(({ slug }) => slug === name)!.content['en-US']
      if (text !== undefined) expect(shape(text), name).toEqual(shape(original))
    }
  })
})
