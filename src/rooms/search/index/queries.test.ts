// Whether people find what they mean: what they type (queries.testing.ts) over the feed of 27,075 games that the bench
// loads, with the demo's abbreviations. Where that feed is not at hand, over the demo's own games and the games meant.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { products as demoProducts } from '#demo/catalogue/catalogue.ts'
import { synonyms } from '#demo/catalogue/synonyms.ts'
import { CatalogIndex, type IndexedProduct } from './catalog-index.ts'
import { KINDS, QUERIES } from './queries.testing.ts'

const FEED = process.env.BENCH_FEED ?? fileURLToPath(new URL('../../../../../shared/data/steam.csv', import.meta.url))
const SHOWN = 5

interface Game {
  name: string
  makers: string
  popularity: number
}

function fromFeed(): Game[] {
  const rows: Record<string, string>[] = parse(readFileSync(FEED), { columns: true, relax_quotes: true })
  return rows.map((row) => ({
    name: row.name!.trim(),
    makers: `${row.developer}\n${row.publisher}`,
    popularity: Number(row.positive_ratings),
  }))
}

function fromDemo(): Game[] {
  const meant = QUERIES.flatMap(({ meant: names, by = '' }) =>
    names.map((name) => ({ name, makers: by, popularity: 50 })),
  )
  const once = meant.filter(
    ({ name, makers }, i) => makers !== '' || meant.findIndex((other) => other.name === name) === i,
  )
  return [
    ...once,
    ...demoProducts.map(({ name, developer = '', popularity }) => ({
      name: name['en-US'],
      makers: developer,
      popularity,
    })),
  ]
}

let index: CatalogIndex
let games: Game[]
beforeAll(async () => {
  games = existsSync(FEED) ? fromFeed() : fromDemo()
  index = await CatalogIndex.build(
    games.map(
      ({ name, makers, popularity }, i): IndexedProduct => ({
        id: i,
        categoryIds: [1],
        names: { 'en-US': name },
        makers,
        lowPriceCents: 1 + ((i * 7919) % 5000),
        inStock: true,
        popularity,
        releasedOn: 0,
        platformIds: [],
        regionIds: [],
        languageIds: [],
        genreIds: [],
      }),
    ),
  )
  index.setSynonyms(synonyms)
})

const found = (typed: string) => index.suggest(typed, 'en-US', SHOWN).ids.map((id) => games[id]!.name)

test('every game that is meant is sold', () => {
  const names = new Set(games.map(({ name }) => name))
  expect(QUERIES.flatMap(({ meant }) => meant).filter((name) => !names.has(name))).toEqual([])
})

describe('of what people type', () => {
  test.each(KINDS)('most of the kind “%s” have the game that is meant among the first five', (kind) => {
    const asked = QUERIES.filter((query) => query.kind === kind)
    const missed = asked.filter(({ typed, meant }) => !found(typed).some((name) => meant.includes(name)))
    const said = missed.map(({ typed }) => `“${typed}”: ${found(typed).join(' | ') || 'nothing'}`)
    expect(missed.length, said.join('\n')).toBeLessThanOrEqual(asked.length * 0.12)
  })

  test('at least 65 of 76 have it', () => {
    const missed = QUERIES.filter(({ typed, meant }) => !found(typed).some((name) => meant.includes(name)))
    expect(QUERIES.length).toBeGreaterThanOrEqual(76)
    expect(1 - missed.length / QUERIES.length, missed.map(({ typed }) => typed).join(', ')).toBeGreaterThanOrEqual(
      65 / 76,
    )
  })
})
