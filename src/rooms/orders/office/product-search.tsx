// Looking for a product and its versions, to narrow the list of orders to it or to put it into a new one.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { beginsHere } from '#ui/dialog-start.ts'
import { LONGEST_ORDER_SEARCH } from '../limits.ts'

interface Wanted {
  q?: string
  product?: number | undefined
  sku?: number | undefined
}

export type OfferedProduct = Awaited<ReturnType<typeof officeCall<'GET /office/order-products'>>>['products'][number]

export const useProducts = (query: Wanted) =>
  useQuery({
    queryKey: ['order products', query],
    queryFn: ({ signal }) => officeCall('GET /office/order-products', { query }, { signal }),
    enabled: Object.values(query).some(Boolean),
    staleTime: 60_000,
  })

/** `first`: what is shown before anything was looked for. */
export function ProductSearch({
  first = {},
  children,
}: {
  first?: Wanted
  children: (product: OfferedProduct) => ReactNode
}) {
  const t = useOfficeWords()
  const [wanted, setWanted] = useState(first)
  const list = useProducts(wanted)
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setWanted({ q: String(new FormData(event.currentTarget).get('q')).trim() })
  }
  return (
    <div className="grid gap-4">
      <search>
        <form onSubmit={search} className="flex gap-2">
          <input
            ref={beginsHere}
            name="q"
            type="search"
            aria-label={t('orders.productSearch')}
            placeholder={t('orders.productSearch')}
            maxLength={LONGEST_ORDER_SEARCH}
            autoComplete="off"
            spellCheck={false}
            className="control min-w-0"
          />
          <Button type="submit" className="shrink-0">
            {t('orders.find')}
          </Button>
        </form>
      </search>
      {Object.values(wanted).some(Boolean) && (
        <Listing list={list}>
          {({ products }) =>
            products.length === 0 ? (
              <p className="text-muted">{t('orders.productNone')}</p>
            ) : (
              <ul className="grid gap-3">
                {products.map((product) => (
                  <li key={product.id} className="min-w-0">
                    {children(product)}
                  </li>
                ))}
              </ul>
            )
          }
        </Listing>
      )}
    </div>
  )
}
