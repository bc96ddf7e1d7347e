import { describe, expect, test } from 'vitest'
import { POSTER_HEIGHT, POSTER_WIDTH, type PosterInput, posterSvg } from '#art/poster.ts'
import { activationGuide } from '#rooms/content/guides.ts'
import { genres, languages, platforms, regions } from '#rooms/products/first-facets.ts'
import { banners } from './banners.ts'
import { products } from './catalogue.ts'
import { categories } from './categories.ts'
import { sellers } from './sellers.ts'
import type { DemoProduct, Localized } from './types.ts'

const skus = products.flatMap((product) => product.skus)
const offers = skus.flatMap((sku) => sku.offers)
const codes = (list: readonly { code: string }[]) => new Set<string>(list.map(({ code }) => code))

describe('the demo catalogue', () => {
  test('is as large as a small shop', () => {
    expect(products.length).toBeGreaterThanOrEqual(150)
    expect(skus.length).toBeGreaterThanOrEqual(280)
    expect(offers.length).toBeGreaterThan(400)
  })

  test('names nothing twice', () => {
    for (const names of [
      products.map(({ slug }) => slug),
      products.map(({ name }) => name['en-US']),
      categories.map(({ slug }) => slug),
      skus.map(({ code }) => code),
      banners.map(({ slug }) => slug),
      ...[sellers, platforms, regions, languages, genres].map((list) => list.map(({ code }) => code)),
    ]) {
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    }
  })

  test('uses addresses that are ASCII and no page of the shop', () => {
    const taken =
      'login register forgot about-us contact-us condition privacy-policy refund-policy shipping affiliate news sale search checkout feedback wholesale admin prod-api sandbox'
    for (const { slug } of [...products, ...categories]) {
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(taken.split(' ')).not.toContain(slug)
    }
    for (const { code } of skus) expect(code).toMatch(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/)
  })

  test('refers only to what exists', () => {
    const leaves = new Set(categories.filter(({ parent }) => parent !== null).map(({ slug }) => slug))
    const known = {
      platforms: codes(platforms),
      regions: codes(regions),
      languages: codes(languages),
      genres: codes(genres),
      sellers: codes(sellers),
    }
    for (const product of products) {
      expect(leaves).toContain(product.category)
      expect(categories.find(({ slug }) => slug === product.category)!.type).toBe(product.type)
      expect(activationGuide(product.activation, 'en-US')).toBeDefined()
      for (const genre of product.genres) expect(known.genres).toContain(genre)
      for (const language of product.languages) expect(known.languages).toContain(language)
      expect(new Set(product.languages).size).toBe(product.languages.length)
    }
    for (const sku of skus) {
      expect(sku.platforms.length).toBeGreaterThan(0)
      for (const platform of sku.platforms) expect(known.platforms).toContain(platform)
      expect(known.regions).toContain(sku.region)
      for (const offer of sku.offers) expect(known.sellers).toContain(offer.seller)
    }
    for (const { parent } of categories) if (parent) expect(categories.map(({ slug }) => slug)).toContain(parent)
  })

  test('fills every category', () => {
    for (const { slug, parent } of categories) {
      if (parent === null) expect(categories.filter((one) => one.parent === slug).length).toBeGreaterThanOrEqual(2)
      else expect(products.filter(({ category }) => category === slug).length).toBeGreaterThanOrEqual(3)
    }
  })

  test('has plausible prices, stock and dates', () => {
    for (const product of products) {
      expect(product.skus.length).toBeGreaterThan(0)
      expect(product.releasedOn).toMatch(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
      expect(product.popularity).toBeGreaterThan(0)
      expect(product.popularity).toBeLessThanOrEqual(100)
      expect(product.keyType).toBe(product.type === 2 ? 1 : 0)
      if (product.type !== 1) expect(product.genres.length).toBeGreaterThan(0)
      if (product.type === 1) for (const sku of product.skus) expect(sku.denomination).toBeTruthy()
    }
    for (const sku of skus) {
      expect(sku.offers.length).toBeGreaterThan(0)
      // One seller has one price for one thing.
      expect(new Set(sku.offers.map(({ seller }) => seller)).size).toBe(sku.offers.length)
    }
    for (const { priceCents, keys } of offers) {
      expect(Number.isInteger(priceCents) && priceCents > 50 && priceCents < 20_000).toBe(true)
      expect(Number.isInteger(keys) && keys >= 0 && keys <= 40).toBe(true)
    }
  })

  test('shows what a shop has to show: sold out, many offers, many kinds, long and strange names', () => {
    const soldOut = products.filter((product) =>
      product.skus.every((sku) => sku.offers.every(({ keys }) => keys === 0)),
    )
    expect(soldOut.length).toBeGreaterThanOrEqual(10)
    expect(soldOut.length).toBeLessThanOrEqual(15)
    expect(skus.filter((sku) => sku.offers.length >= 2).length).toBeGreaterThan(60)
    expect(products.filter((product) => product.skus.length >= 3).length).toBeGreaterThan(30)
    expect(products.filter((product) => product.confirm).length).toBeGreaterThan(10)
    expect(Math.max(...products.map(({ name }) => name['en-US'].length))).toBeGreaterThan(75)
    expect(products.some(({ name }) => /[®™].*/.test(name['en-US']) && /[ü&]/.test(name['en-US']))).toBe(true)
  })

  test('says everything in English, and the known things in Chinese and Arabic', () => {
    const everywhere: Localized[] = [
      ...categories.map(({ name }) => name),
      ...platforms.map(({ name }) => name),
      ...regions.map(({ name }) => name),
      ...languages.map(({ name }) => name),
      ...genres.map(({ name }) => name),
      ...banners.flatMap(({ title, line }) => [title, line]),
      ...products.flatMap(({ confirm }) => (confirm ? [confirm.title, confirm.content] : [])),
    ]
    for (const text of everywhere)
      for (const locale of ['en-US', 'zh-CN', 'ar'] as const) expect(text[locale]).toBeTruthy()
    for (const { name, explanation, description } of products) {
      expect(name['en-US']).toBeTruthy()
      expect(explanation['en-US'].length).toBeGreaterThan(10)
      for (const text of Object.values(explanation)) expect(text.length).toBeLessThanOrEqual(90)
      expect(description['en-US'].split(/[.?!](?:\s|$)/).filter(Boolean).length).toBeGreaterThanOrEqual(2)
    }
  })

  test('says of each product in 17 other languages what it is, in its own words', () => {
    const codes = Object.keys(products[0]!.description).filter((code) => code !== 'en-US')
    expect(codes.length).toBeGreaterThanOrEqual(17)
    for (const code of codes)
      for (const { slug, explanation, description } of products)
        for (const text of [explanation, description])
          expect(text[code]?.trim() && text[code] !== text['en-US'], `${slug} in ${code}`).toBe(true)
  })

  test('leaves out no figure of cards and points in any language', () => {
    const figures = (text: string) => text.match(/\d+/g) ?? []
    for (const { slug, explanation, description } of products.filter(({ type }) => type === 1))
      for (const text of [explanation, description])
        for (const [code, words] of Object.entries(text))
          expect(figures(words), `${slug} in ${code}`).toEqual(expect.arrayContaining(figures(text['en-US'])))
  })

  test('has at least six banners, each leading somewhere', () => {
    expect(banners.length).toBeGreaterThanOrEqual(6)
    for (const { target } of banners) {
      if ('product' in target) expect(products.map(({ slug }) => slug)).toContain(target.product)
      else expect(categories.map(({ slug }) => slug)).toContain(target.category)
    }
  })

  test('knows where a region’s keys activate', () => {
    for (const { code, countries } of regions) {
      if (code === 'global') expect(countries).toBeNull()
      else for (const country of countries!) expect(country).toMatch(/^[A-Z]{2}$/)
    }
  })

  test('has a poster for each product whose letters stay in the frame', () => {
    for (const product of products) {
      const svg = posterSvg(posterOf(product))
      const lettering = [...svg.matchAll(/<path d="([^"]*)" class="type"/g)].map(([, d]) => d!)
      expect(lettering.length, product.slug).toBeGreaterThan(0)
      for (const d of lettering) {
        const numbers = d.match(/-?\d+(?:\.\d+)?/g)!.map(Number)
        const xs = numbers.filter((_, i) => i % 2 === 0)
        const ys = numbers.filter((_, i) => i % 2 === 1)
        expect(Math.min(...xs, ...ys), product.slug).toBeGreaterThan(0)
        expect(Math.max(...xs), product.slug).toBeLessThan(POSTER_WIDTH)
        expect(Math.max(...ys), product.slug).toBeLessThan(POSTER_HEIGHT)
      }
    }
  })
})

function posterOf(product: DemoProduct): PosterInput {
  const figure = product.skus[0]?.denomination
  const kind = (['game', 'card', 'account'] as const)[product.type]
  return {
    title: product.name['en-US'],
    subtitle: 'Steam',
    genre: product.genres.join(';'),
    kind,
    seed: product.slug,
    figure,
  }
}
