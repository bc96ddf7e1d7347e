// What the back office costs the shop's visitors: the same figures with three people at work in it and without, in turns, so that a
// noisy moment hits both. What counts is the ratio of the two.
import { setTimeout as pause } from 'node:timers/promises'
import { measure } from './load.ts'
import { measureList } from './products.ts'
import { measurePurchases, type PurchaseBench } from './purchases.ts'
import type { Row } from './table.ts'

const PEOPLE = 3
const LIVE_MS = 10_000
/** Between two pages that somebody looks through. */
const READING_MS = 2_000
const ROUNDS = 3
/** Percent. */
const MOST_LOST = 5

interface Asked extends Omit<PurchaseBench, 'count'> {
  /** The `Cookie` header of somebody who works in the office. */
  cookie: string
  /** Purchases of one round. */
  purchases: number
}

export async function measureInUse({ cookie, purchases, ...bench }: Asked): Promise<Row[]> {
  const { origin } = bench
  const headers = { 'accept-encoding': 'br', 'accept-language': 'en-US,en;q=0.9' }
  const figures = {
    'home page, cached': () => measure({ url: `${origin}/`, connections: 32, seconds: 5, headers }, 1),
    'product/list': () => measureList(origin),
    'guest purchases, 8 at a time': () => measurePurchases({ ...bench, count: purchases }),
  }
  const rows: Row[] = []
  for (const [figure, rate] of Object.entries(figures)) {
    const [alone, inUse]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push((await rate()).perSecond)
      const people = new AbortController()
      const work = Promise.all(Array.from({ length: PEOPLE }, (_, n) => workThere(origin, cookie, n, people.signal)))
      inUse.push((await rate()).perSecond)
      people.abort()
      await work
    }
    const lost = 100 * (1 - median(inUse) / median(alone))
    rows.push({
      figure: `${figure}: lost while the office is in use`,
      value: lost,
      unit: '%',
      limit: { what: 'aim', value: MOST_LOST },
      reached: lost <= MOST_LOST,
      note: `${Math.round(median(alone))}/s alone, ${Math.round(median(inUse))}/s in use, ${ROUNDS} rounds each`,
    })
  }
  return rows
}

/** As a browser does it: what is looked at is asked for every ten seconds, and somebody leafs through the lists. */
async function workThere(origin: string, cookie: string, person: number, signal: AbortSignal): Promise<void> {
  const ask = async (path: string): Promise<{ next: string | null }> => {
    const answer = await fetch(`${origin}/prod-api/office${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`the office answers ${path} with ${answer.status}`)
    return ((await answer.json()) as { data: { next: string | null } }).data
  }
  const until = async (ms: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work()
      await pause(ms, undefined, { signal }).catch(() => undefined)
    }
  }
  const leaf = (list: string) => {
    let after: string | null = null
    return async () => {
      after = (
        await ask(after === null ? list : `${list}${list.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`)
      ).next
    }
  }
  const lists = ['/orders', '/products', '/orders?status=Completed']
  await Promise.all([
    until(LIVE_MS, () => Promise.all(['/today', '/orders', '/orders/count', '/inbox', '/inbox/count'].map(ask))),
    until(READING_MS, leaf(lists[person % lists.length]!)),
  ])
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
