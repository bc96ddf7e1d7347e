// Narrowing the list of orders to a product, or to one version of it.
import { Link } from '@tanstack/react-router'
import { Package, X } from 'lucide-react'
import { useState } from 'react'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { useFilter } from './filter.ts'
import { type OfferedProduct, ProductSearch, useProducts } from './product-search.tsx'

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
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('orders.chooseProduct')}>
        {isOpen && <ChooseProduct onGo={() => setOpen(false)} />}
      </OfficeDialog>
    </div>
  )
}

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
  const { product, sku } = useFilter().filter
  return <ProductSearch first={{ product, sku }}>{(one) => <Offered product={one} onGo={onGo} />}</ProductSearch>
}

function Offered({ product: { id, name, versions }, onGo }: { product: OfferedProduct; onGo(): void }) {
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
    <>
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
    </>
  )
}
