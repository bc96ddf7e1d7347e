// What was put into a new order so far, with what each version costs and how much of it there is at this moment.
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import type { OfferedProduct } from './product-search.tsx'

interface ChosenLine {
  product: Pick<OfferedProduct, 'id' | 'name'>
  version: OfferedProduct['versions'][number]
  count: number
  /** Unless the best is meant. */
  offerId?: number
}

const KEY = 'order offers'

export type OrderLine = ReturnType<typeof useOrderLines>['lines'][number]

export function useOrderLines() {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly ChosenLine[]>([])
  /** What the server said of them, by version. */
  const [problems, setProblems] = useState<Record<number, string>>({})
  const found = useQueries({
    queries: chosen.map(({ version }) => ({
      queryKey: [KEY, version.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        officeCall('GET /office/order-offers', { query: { sku: version.id } }, { signal }),
      // What is known from before is not what can be given now.
      staleTime: 0,
      refetchInterval: LIVE_MS,
    })),
  })
  const lines = chosen.map((line, at) => {
    const offers = found[at]?.data?.offers
    const offer = offers?.find(({ id }) => id === line.offerId) ?? offers?.[0]
    return { ...line, offers, offer, problem: problems[line.version.id] }
  })

  const change = (id: number, to: (line: ChosenLine) => readonly ChosenLine[]) => {
    setChosen(chosen.flatMap((line) => (line.version.id === id ? to(line) : [line])))
    setProblems({ ...problems, [id]: '' })
  }

  return {
    lines,
    change: (id: number, to: Partial<ChosenLine>) => change(id, (line) => [{ ...line, ...to }]),
    remove: (id: number) => change(id, () => []),
    /** A version that is there already has one line. */
    add: (product: ChosenLine['product'], version: ChosenLine['version']) =>
      setChosen((now) =>
        now.some((line) => line.version.id === version.id) ? now : [...now, { product, version, count: 1 }],
      ),
    /** By their places. */
    refuse(errors: Record<number, string>) {
      setProblems(Object.fromEntries(chosen.map(({ version }, at) => [version.id, errors[at] ?? ''])))
      void queries.invalidateQueries({ queryKey: [KEY] })
    },
    units: lines.reduce((sum, { count }) => sum + count, 0),
    /** US dollars. */
    worth: lines.reduce((sum, { count, offer }) => sum + Math.round((offer?.price ?? 0) * 100) * count, 0) / 100,
    /** As the call takes them; undefined: what one of them is sold as is not known (yet). */
    sent: () => {
      const known = lines.flatMap(({ product, version, count, offer }) =>
        offer ? [{ productId: product.id, skuId: version.id, offerId: offer.id, count }] : [],
      )
      return known.length === lines.length ? known : undefined
    },
    sayUnsold: () =>
      setProblems(
        Object.fromEntries(lines.flatMap(({ version, offer }) => (offer ? [] : [[version.id, 'order.new.offSale']]))),
      ),
  }
}
