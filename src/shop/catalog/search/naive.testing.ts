import type { CatalogFilter, CatalogQuery, FacetCounts, IndexedProduct } from './catalog-index.ts'
import { nameWords, queryWords } from './text.ts'

/** What the index should answer, worked out slowly: every product looked at, everything sorted, nothing kept. */
export class NaiveCatalog {
  readonly products = new Map<number, IndexedProduct>()

  upsert(products: readonly IndexedProduct[]): void {
    for (const product of products) this.products.set(product.id, product)
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.products.delete(id)
  }

  query(query: CatalogQuery): { ids: number[]; total: number } {
    const ranks = this.#ranks(query)
    const found = [...this.products.values()].filter((p) => (!ranks || ranks.has(p.id)) && keeps(p, query))
    const locale = [...this.products.values()].some((p) => ownName(p, query.locale) !== undefined)
      ? query.locale
      : 'en-US'
    const collator = new Intl.Collator(locale)
    const name = (p: IndexedProduct) => ownName(p, locale) ?? p.names['en-US']!
    const selling = (a: IndexedProduct, b: IndexedProduct) => b.popularity - a.popularity
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
    return { ids: found.slice(query.offset, query.offset + query.limit).map((p) => p.id), total: found.length }
  }

  latest(limit: number): number[] {
    const newest = [...this.products.values()].sort((a, b) => b.releasedOn - a.releasedOn || b.id - a.id)
    const [inStock, others] = [newest.filter((p) => p.inStock), newest.filter((p) => !p.inStock)]
    return [...inStock, ...others].slice(0, limit).map((p) => p.id)
  }

  facetCounts(filter: CatalogFilter): FacetCounts {
    const ranks = this.#ranks(filter)
    const searched = [...this.products.values()].filter((p) => !ranks || ranks.has(p.id))
    const countEach = (list: 'platformIds' | 'regionIds' | 'languageIds' | 'genreIds') => {
      const counts = new Map<number, number>()
      for (const p of searched.filter((p) => keeps(p, { ...filter, [list]: undefined }))) {
        for (const id of new Set(p[list])) counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return counts
    }
    const anyStock = searched.filter((p) => keeps(p, { ...filter, stock: undefined }))
    const branch = searched.filter((p) => filter.categoryId === undefined || p.categoryIds.includes(filter.categoryId))
    return {
      platformIds: countEach('platformIds'),
      regionIds: countEach('regionIds'),
      languageIds: countEach('languageIds'),
      genreIds: countEach('genreIds'),
      stock: { in: anyStock.filter((p) => p.inStock).length, out: anyStock.filter((p) => !p.inStock).length },
      maxPriceCents: Math.max(0, ...branch.map((p) => p.lowPriceCents ?? 0)),
    }
  }

  /** How well each product that is found matches, 0 best; undefined if nothing is searched. */
  #ranks({ name, locale }: CatalogFilter): Map<number, number> | undefined {
    if (name === undefined || name.trim() === '') return undefined
    const ranks = new Map<number, number>()
    const query = queryWords(name)
    if (query.terms.length === 0) return ranks
    for (const product of this.products.values()) {
      const names = [product.names['en-US']!, ownName(product, locale) ?? ''].map(nameWords)
      const named = names.some(({ letters }) => letters === nameWords(name).letters)
      const rank = rankOf(
        query,
        names.flatMap(({ words }) => words),
        named,
      )
      if (rank !== undefined) ranks.set(product.id, rank)
    }
    if ([...ranks.values()].filter((rank) => rank <= 3).length >= 24) {
      for (const [id, rank] of ranks) if (rank > 3) ranks.delete(id)
    }
    return ranks
  }
}

function rankOf({ terms, joins }: ReturnType<typeof queryWords>, words: string[], named: boolean): number | undefined {
  const last = terms.length - 1
  const whole = terms.map(
    (term, i) => words.includes(term.text) || joins.some((j) => j.from <= i && i <= j.to && words.includes(j.text)),
  )
  const begins = (text: string) => words.some((word) => word.startsWith(text))
  const begun = terms.map(
    (term, i) =>
      whole[i]! ||
      (!term.gram && begins(term.text)) ||
      joins.some((j) => j.to === last && j.from <= i && i <= j.to && begins(j.text)),
  )
  const near = (errors: 1 | 2) =>
    terms.every((term, i) => {
      if (begun[i]) return true
      if (!term.gram && runTogether(term.text, i === last, words)) return true
      const most = Math.min(errors, term.typos)
      return most > 0 && words.some((word) => errorsBetween(term.text, word, i === last) <= most)
    })
  if (whole.every(Boolean)) return named ? 0 : 1
  if (whole.slice(0, last).every(Boolean) && begun[last]) return 2
  if (begun.every(Boolean)) return 3
  if (near(1)) return 4
  if (near(2)) return 5
  return undefined
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

function keeps(p: IndexedProduct, filter: CatalogFilter): boolean {
  const any = (wanted: readonly number[] | undefined, ids: readonly number[]) =>
    !wanted || wanted.length === 0 || wanted.some((id) => ids.includes(id))
  return (
    (filter.categoryId === undefined || p.categoryIds.includes(filter.categoryId)) &&
    (filter.lowPriceCents === undefined || (p.lowPriceCents !== null && p.lowPriceCents >= filter.lowPriceCents)) &&
    (filter.highPriceCents === undefined || (p.lowPriceCents !== null && p.lowPriceCents <= filter.highPriceCents)) &&
    (filter.stock === undefined || p.inStock === (filter.stock === 'in')) &&
    any(filter.platformIds, p.platformIds) &&
    any(filter.regionIds, p.regionIds) &&
    any(filter.languageIds, p.languageIds) &&
    any(filter.genreIds, p.genreIds)
  )
}
