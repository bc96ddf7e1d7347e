// What the back office costs the shop's visitors: the same figures with three people at work in it and without, in turns, so that a
// noisy moment hits both. What counts is the ratio of the two, round by round.
import { setTimeout as pause } from 'node:timers/promises'
import { measure } from './load.ts'
import { measureList } from './products.ts'
import { measurePurchases, type PurchaseBench } from './purchases.ts'
import type { Row } from './table.ts'

const PEOPLE = 3
const LIVE_MS = 10_000
/** Between two pages that somebody looks through. */
const READING_MS = 2_000
/** Of each figure, one after the other: alone and in use, then in use and alone. */
const ROUNDS = 8
/** Percent. */
const MOST_LOST = 5

interface Asked extends Omit<PurchaseBench, 'count'> {
  /** The `Cookie` header of somebody who works in the office. */
  cookie: string
  /** Purchases of one round. */
  purchases: number
}

/** Keys that each of `products` goods must have for it. */
export const keysInUse = (purchases: number, products: number) => Math.ceil((2 * ROUNDS * (purchases + 200)) / products)

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
    const rounds: Record<'alone' | 'inUse', number>[] = []
    const alone = async () => (await rate()).perSecond
    const inUse = async () => {
      const people = new AbortController()
      const work = Promise.all(Array.from({ length: PEOPLE }, (_, n) => workThere(origin, cookie, n, people.signal)))
      const { perSecond } = await rate()
      people.abort()
      await work
      return perSecond
    }
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(
        round % 2 ? { inUse: await inUse(), alone: await alone() } : { alone: await alone(), inUse: await inUse() },
      )
    const lost = median(rounds.map((round) => 100 * (1 - round.inUse / round.alone)))
    const of = (which: 'alone' | 'inUse') => Math.round(median(rounds.map((round) => round[which])))
    rows.push({
      figure: `${figure}: lost while the office is in use`,
      value: lost,
      unit: '%',
      limit: { what: 'aim', value: MOST_LOST },
      reached: lost <= MOST_LOST,
      note: `${of('alone')}/s alone, ${of('inUse')}/s in use; the middle of ${ROUNDS} rounds`,
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half) - 1]!) / 2
}
