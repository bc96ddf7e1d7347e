// Lists and suggestions over many products.
import { type Measured, measure } from './load.ts'

interface Facet {
  id: number
  count: number
}

/** `product/list` with two filters and a sort, a different combination and page each time. */
export async function measureList(origin: string): Promise<Measured> {
  const conditions = (await json(`${origin}/prod-api/api/product/condition/list`)) as {
    plat_list: Facet[]
    theme_list: Facet[]
  }
  const top = (list: Facet[]) => list.toSorted((a, b) => b.count - a.count || a.id - b.id).slice(0, 8)
  const requests = []
  for (const platform of top(conditions.plat_list)) {
    for (const genre of top(conditions.theme_list)) {
      for (const orderByColumn of [0, 1, 2, 3, 4]) {
        for (const pageNum of [1, 2, 3]) {
          requests.push({
            path: '/prod-api/api/product/list',
            body: JSON.stringify({
              plat_list: [platform.id],
              theme_list: [genre.id],
              orderByColumn,
              pageNum,
              pageSize: 20,
            }),
          })
        }
      }
    }
  }
  return measure({
    url: origin,
    connections: 16,
    seconds: 8,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: shuffled(requests),
  })
}

/** Suggestions for the beginnings of titles, and for words with one letter wrong. */
export async function measureSuggestions(origin: string): Promise<{ prefix: Measured; typo: Measured }> {
  const titles: string[] = []
  for (let pageNum = 1; pageNum <= 5; pageNum++) {
    const answer = await fetch(`${origin}/prod-api/api/product/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pageNum: pageNum * 7, pageSize: 100, orderByColumn: 3 }),
    })
    for (const row of ((await answer.json()) as { rows: { name: string }[] }).rows) titles.push(row.name)
  }
  const words = titles.flatMap((title) => title.split(/[^A-Za-z]+/)).filter((word) => word.length >= 6)
  const ask = (texts: string[]) =>
    measure({
      url: origin,
      connections: 4,
      seconds: 5,
      requests: shuffled(texts).map((text) => ({
        path: `/prod-api/api/home/queryProducts?name=${encodeURIComponent(text)}`,
      })),
    })
  return {
    prefix: await ask(titles.flatMap((title) => [2, 4, 7].map((length) => title.slice(0, length)))),
    typo: await ask(words.map((word, i) => word.slice(0, 2 + (i % 3)) + word.slice(3 + (i % 3)))),
  }
}

async function json(url: string): Promise<unknown> {
  return ((await (await fetch(url)).json()) as { data: unknown }).data
}

/** A fixed order that mixes: every run asks the same. */
function shuffled<T>(list: T[]): T[] {
  let seed = 42
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const j = seed % (i + 1)
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}
