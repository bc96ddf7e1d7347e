// Narrowing the list of orders to a product, or to one version of it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Package, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Listing } from '#rooms/staff/office/listing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LONGEST_ORDER_SEARCH } from '../limits.ts'
import { useFilter } from './filter.ts'

export function ProductFilter() {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  const { filter, kept } = useFilter()
  const isChosen = filter.product !== undefined || filter.sku !== undefined
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <Button size="sm" variant="ghost" icon={<Package size={16} />} onClick={() => setOpen(true)}>
        {isChosen ? <Chosen /> : t('orders.anyProduct')}
      </Button>
      {isChosen && (
        <Link
          to="/orders"
          search={{ ...kept, product: undefined, sku: undefined }}
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
        >
          <X size={16} aria-hidden="true" />
          <span className="sr-only">{t('orders.offProduct')}</span>
        </Link>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('orders.chooseProduct')} closeLabel={t('frame.close')}>
        {isOpen && <ChooseProduct onGo={() => setOpen(false)} />}
      </Dialog>
    </div>
  )
}

const useProducts = (query: { q?: string; product?: number | undefined; sku?: number | undefined }) =>
  useQuery({
    queryKey: ['order products', query],
    queryFn: ({ signal }) => officeCall('GET /office/order-products', { query }, { signal }),
    enabled: Object.values(query).some(Boolean),
    staleTime: 60_000,
  })

function Chosen() {
  const t = useOfficeWords()
  const { product, sku } = useFilter().filter
  const { data } = useProducts({ product, sku })
  const found = data?.products[0]
  const version = found?.versions.find(({ id }) => id === sku)
  return (
    <span className="max-w-72 truncate">
      {t('orders.ofProduct')}: <bdi>{found?.name ?? product ?? sku}</bdi>
      {version && (
        <>
          {' · '}
          <bdi>{version.label || version.code}</bdi>
        </>
      )}
    </span>
  )
}

function ChooseProduct({ onGo }: { onGo(): void }) {
  const t = useOfficeWords()
  const field = useRef<HTMLInputElement>(null)
  const { filter } = useFilter()
  const [wanted, setWanted] = useState<Parameters<typeof useProducts>[0]>({ product: filter.product, sku: filter.sku })
  const list = useProducts(wanted)
  function search(event: FormEvent) {
    event.preventDefault()
    setWanted({ q: field.current?.value.trim() ?? '' })
  }
  return (
    <div className="grid gap-4">
      <search>
        <form onSubmit={search} className="flex gap-2">
          <input
            ref={field}
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
                  <Offered key={product.id} product={product} onGo={onGo} />
                ))}
              </ul>
            )
          }
        </Listing>
      )}
    </div>
  )
}

type Product = Awaited<ReturnType<typeof officeCall<'GET /office/order-products'>>>['products'][number]

function Offered({ product: { id, name, versions }, onGo }: { product: Product; onGo(): void }) {
  const t = useOfficeWords()
  const { kept } = useFilter()
  const to = (search: { product?: number; sku?: number }) => ({
    ...kept,
    q: undefined,
    product: undefined,
    sku: undefined,
    ...search,
  })
  return (
    <li className="min-w-0">
      <p className="flex items-baseline justify-between gap-3">
        <Link to="/orders" search={to({ product: id })} onClick={onGo} className={`${textLinkClass} min-w-0 truncate`}>
          <bdi>{name}</bdi>
        </Link>
        <span className="figures shrink-0 text-xs text-muted">#{id}</span>
      </p>
      {versions.length > 1 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 ps-3 text-sm" aria-label={t('orders.version')}>
          {versions.map((version) => (
            <li key={version.id}>
              <Link to="/orders" search={to({ sku: version.id })} onClick={onGo} className={textLinkClass}>
                <bdi>{version.label || version.code}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
