import type { IndexedProduct } from './catalog-index.ts'
import type { CatalogFilter, CatalogQuery, FacetCounts, Found } from './catalog-query.ts'
import { SHOP_WORDS } from './shop-words.ts'
import { Synonyms } from './synonyms.ts'
import { nameWords, queryWords } from './text.ts'
import { isWeak, weightOf } from './weights.ts'

/** As far as the words of one product match each term of a query. */
interface Fit {
  whole: boolean[]
  wholeOrMaker: boolean[]
  begun: boolean[]
  begunOrMaker: boolean[]
  near: boolean[]
  far: boolean[]
}

/** What the index should answer, worked out slowly: every product looked at, everything sorted, nothing kept. */
export class NaiveCatalog {
  readonly products = new Map<number, IndexedProduct>()
  #synonyms = new Synonyms([])

  setSynonyms(groups: readonly (readonly string[])[]): void {
    this.#synonyms = new Synonyms(groups)
  }

  upsert(products: readonly IndexedProduct[]): void {
    for (const product of products) this.products.set(product.id, product)
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.products.delete(id)
  }

  query(query: CatalogQuery): Found & { total: number } {
    const { ranks, similar } = this.#search(query)
    const found = [...this.products.values()]
      .filter((p) => (!ranks || ranks.has(p.id)) && keeps(p, query))
      .map((p) => shownOf(p, query)!)
    const locale = [...this.products.values()].some((p) => ownName(p, query.locale) !== undefined)
      ? query.locale
      : 'en-US'
    const collator = new Intl.Collator(locale)
    const name = (p: IndexedProduct) => ownName(p, locale) ?? p.names['en-US']!
    const selling = (a: IndexedProduct, b: IndexedProduct) =>
      (b.sold ?? 0) - (a.sold ?? 0) || b.popularity - a.popularity
    const unpriced = (a: IndexedProduct, b: IndexedProduct) =>
      a.lowPriceCents === null || b.lowPriceCents === null
        ? Number(a.lowPriceCents === null) - Number(b.lowPriceCents === null) || a.id - b.id
        : 0
    const compare = [
      (a: IndexedProduct, b: IndexedProduct) => (ranks ? ranks.get(a.id)! - ranks.get(b.id)! : 0) || selling(a, b),
      (a: IndexedProduct, b: IndexedProduct) => unpriced(a, b) || b.lowPriceCents! - a.lowPriceCents!,
      (a: IndexedProduct, b: IndexedProduct) => unpriced(a, b) || a.lowPriceCents! - b.lowPriceCents!,
      (a: IndexedProduct, b: IndexedProduct) => collator.compare(name(a), name(b)),
      (a: IndexedProduct, b: IndexedProduct) => collator.compare(name(b), name(a)),
      (a: IndexedProduct, b: IndexedProduct) => Number(b.inStock) - Number(a.inStock) || selling(a, b),
    ][query.sort]!
    found.sort((a, b) => compare(a, b) || a.id - b.id)
    const ids = found.slice(query.offset, query.offset + query.limit).map((p) => p.id)
    return { ids, total: found.length, ...(similar && ids.length > 0 && { similar: true }) }
  }

  latest(limit: number): number[] {
    const newest = [...this.products.values()].sort((a, b) => b.releasedOn - a.releasedOn || b.id - a.id)
    const [inStock, others] = [newest.filter((p) => p.inStock), newest.filter((p) => !p.inStock)]
    return [...inStock, ...others].slice(0, limit).map((p) => p.id)
  }

  facetCounts(filter: CatalogFilter): FacetCounts {
    const { ranks } = this.#search(filter)
    const searched = [...this.products.values()].filter((p) => !ranks || ranks.has(p.id))
    const countEach = (list: 'platformIds' | 'regionIds' | 'languageIds' | 'genreIds') => {
      const counts = new Map<number, number>()
      const isOfVersions = list === 'platformIds' || list === 'regionIds'
      for (const p of searched)
        if (isOfVersions || keeps(p, { ...filter, [list]: undefined }))
          for (const id of new Set(p[list]))
            if (!isOfVersions || keeps(p, { ...filter, [list]: [id] })) counts.set(id, (counts.get(id) ?? 0) + 1)
      return counts
    }
    const anyStock = searched.filter((p) => keeps(p, { ...filter, stock: undefined })).map((p) => shownOf(p, filter)!)
    const { platformIds, regionIds, categoryId, locale } = filter
    const places = { platformIds, regionIds, categoryId, locale }
    const branch = searched.filter((p) => keeps(p, places)).map((p) => shownOf(p, places)!)
    return {
      platformIds: countEach('platformIds'),
      regionIds: countEach('regionIds'),
      languageIds: countEach('languageIds'),
      genreIds: countEach('genreIds'),
      stock: { in: anyStock.filter((p) => p.inStock).length, out: anyStock.filter((p) => !p.inStock).length },
      maxPriceCents: Math.max(0, ...branch.map((p) => p.lowPriceCents ?? 0)),
    }
  }

  /** How well each product that is found matches, 0 best; no ranks if nothing is searched. */
  #search({ name, locale }: CatalogFilter): { ranks?: Map<number, number>; similar?: boolean } {
    if (name === undefined || name.trim() === '') return {}
    const terms = queryWords(name).terms
    if (terms.length === 0) return { ranks: new Map() }
    const all = [...this.products.values()].map((product) => {
      const names = [product.names['en-US']!, ownName(product, locale) ?? ''].map(nameWords)
      return {
        id: product.id,
        letters: names.map(({ letters }) => letters),
        words: names.flatMap(({ words }) => words),
        makers: nameWords(product.makers ?? '').words,
      }
    })
    const known = new Set(all.flatMap(({ words, makers }) => [...words, ...makers]))
    const readings = [name, ...this.#synonyms.readings(terms, (word) => known.has(word))].map((text) => {
      const query = queryWords(text)
      return { text, query, fits: all.map((one) => fitOf(query, one.words, one.makers)) }
    })
    const best = (rankOf: (fit: Fit, reading: string, letters: string[]) => number | undefined) => {
      const ranks = new Map<number, number>()
      for (const [n, { id, letters }] of all.entries()) {
        const found = readings
          .map(({ text, fits }) => rankOf(fits[n]!, text, letters))
          .filter((rank) => rank !== undefined)
        if (found.length > 0) ranks.set(id, Math.min(...found))
      }
      return ranks
    }
    const exact = best((fit, text, letters) => {
      if (fit.whole.every(Boolean)) return letters.includes(nameWords(text).letters) ? 0 : 1
      if (fit.wholeOrMaker.every(Boolean)) return 2
      if (fit.whole.slice(0, -1).every(Boolean) && fit.begun.at(-1)) return 3
      if (fit.begun.every(Boolean)) return 4
      return fit.begunOrMaker.every(Boolean) ? 5 : undefined
    })
    if (exact.size > 0) return { ranks: exact }
    const misspelt = best((fit) => (fit.near.every(Boolean) ? 0 : fit.far.every(Boolean) ? 1 : undefined))
    if (misspelt.size > 0) return { ranks: misspelt }
    const ranks = new Map<number, number>()
    let most = 0
    for (const { query, fits } of readings) {
      const scores = scoresOf(query, fits)
      const highest = Math.max(0, ...scores)
      if (highest <= most) continue
      most = highest
      ranks.clear()
      for (const [n, score] of scores.entries())
        if (score > 0 && score * 4 >= highest * 3) ranks.set(all[n]!.id, score === highest ? 0 : 1)
    }
    return { ranks, similar: true }
  }
}

function scoresOf({ terms }: ReturnType<typeof queryWords>, fits: Fit[]): number[] {
  const scores = fits.map(() => 0)
  const named = fits.map(() => false)
  const different = terms.map((_, i) => i).filter((i) => terms.findIndex(({ text }) => text === terms[i]!.text) === i)
  for (const i of different) {
    const level = (['wholeOrMaker', 'begunOrMaker', 'far'] as const).find((key) => fits.some((fit) => fit[key][i]))
    const has = fits.map((fit) => level !== undefined && fit[level][i]!)
    const weight = SHOP_WORDS.has(terms[i]!.text) ? 1 : weightOf(has.filter(Boolean).length, fits.length)
    for (const [n, hasIt] of has.entries()) {
      if (hasIt) scores[n]! += weight
      if (hasIt && !isWeak(terms[i]!.text)) named[n] = true
    }
  }
  const names = different.some((i) => !isWeak(terms[i]!.text))
  return scores.map((score, n) => (names && !named[n] ? 0 : score))
}

function fitOf({ terms, joins }: ReturnType<typeof queryWords>, words: string[], makers: string[]): Fit {
  const last = terms.length - 1
  const wholeIn = (among: string[]) =>
    terms.map(
      (term, i) => among.includes(term.text) || joins.some((j) => j.from <= i && i <= j.to && among.includes(j.text)),
    )
  const begunIn = (among: string[]) => {
    const begins = (text: string) => among.some((word) => word.startsWith(text))
    return terms.map(
      (term, i) =>
        (!term.gram && (i === last || term.text.length > 2) && begins(term.text)) ||
        joins.some((j) => j.to === last && j.from <= i && i <= j.to && begins(j.text)),
    )
  }
  const either = (a: boolean[], b: boolean[]) => a.map((one, i) => one || b[i]!)
  const whole = wholeIn(words)
  const wholeOrMaker = either(whole, wholeIn(makers))
  const begun = either(whole, begunIn(words))
  const begunOrMaker = either(either(wholeOrMaker, begun), begunIn(makers))
  const misspelt = (errors: 1 | 2) =>
    terms.map((term, i) => {
      if (begunOrMaker[i]) return true
      if (!term.gram && runTogether(term.text, i === last, words)) return true
      const most = Math.min(errors, term.typos)
      return most > 0 && words.some((word) => errorsBetween(term.text, word, i === last) <= most)
    })
  return { whole, wholeOrMaker, begun, begunOrMaker, near: misspelt(1), far: misspelt(2) }
}

function runTogether(text: string, isLast: boolean, words: string[]): boolean {
  for (let cut = 1; cut < text.length; cut++) {
    const right = text.slice(cut)
    if (!words.includes(text.slice(0, cut))) continue
    if (words.includes(right)) return true
    if (isLast && right.length >= 3 && words.some((word) => word.startsWith(right))) return true
  }
  return false
}

/** Damerau-Levenshtein (neighbours swapped count once), against the whole word or its nearest beginning. */
export function errorsBetween(typed: string, word: string, beginning: boolean): number {
  const table = Array.from({ length: word.length + 1 }, (_, i) => {
    const row = new Array<number>(typed.length + 1).fill(0)
    row[0] = i
    return row
  })
  for (let j = 0; j <= typed.length; j++) table[0]![j] = j
  for (let i = 1; i <= word.length; i++) {
    for (let j = 1; j <= typed.length; j++) {
      const same = word[i - 1] === typed[j - 1] ? 0 : 1
      let least = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1]) {
        least = Math.min(least, table[i - 2]![j - 2]! + 1)
      }
      table[i]![j] = least
    }
  }
  const ends = table.map((row) => row[typed.length]!)
  return beginning ? Math.min(...ends) : ends[word.length]!
}

function ownName(product: IndexedProduct, locale: string): string | undefined {
  const name = product.names[locale]
  return locale !== 'en-US' && name === product.names['en-US'] ? undefined : name
}

/** As a list shows it: by the first of its versions that is for a platform and a region that are asked for. */
function shownOf(p: IndexedProduct, { platformIds, regionIds }: CatalogFilter): IndexedProduct | undefined {
  if (!platformIds?.length && !regionIds?.length) return p
  const versions = p.versions ?? [{ ...p, regionId: undefined }]
  const version = versions.find(
    (one) =>
      (!platformIds?.length || platformIds.some((id) => one.platformIds.includes(id))) &&
      (!regionIds?.length ||
        regionIds.some((id) => (one.regionId === undefined ? p.regionIds.includes(id) : one.regionId === id))),
  )
  return version && { ...p, lowPriceCents: version.lowPriceCents, inStock: version.inStock }
}

function keeps(product: IndexedProduct, filter: CatalogFilter): boolean {
  const p = shownOf(product, filter)
  if (!p) return false
  const any = (wanted: readonly number[] | undefined, ids: readonly number[]) =>
    !wanted || wanted.length === 0 || wanted.some((id) => ids.includes(id))
  return (
    (filter.categoryId === undefined || p.categoryIds.includes(filter.categoryId)) &&
    (filter.lowPriceCents === undefined || (p.lowPriceCents !== null && p.lowPriceCents >= filter.lowPriceCents)) &&
    (filter.highPriceCents === undefined || (p.lowPriceCents !== null && p.lowPriceCents <= filter.highPriceCents)) &&
    (filter.stock === undefined || p.inStock === (filter.stock === 'in')) &&
    any(filter.languageIds, p.languageIds) &&
    any(filter.genreIds, p.genreIds)
  )
}
