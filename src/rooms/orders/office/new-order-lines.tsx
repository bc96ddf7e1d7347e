// The lines of a new order: products found by their name, each with its version, count, price and stock.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_COUNT, MAX_LINES } from '#rooms/cart/rules.ts'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { sayMoney } from '#rooms/staff/office/said.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type OfferedProduct, ProductSearch } from './product-search.tsx'
import type { OrderLine, useOrderLines } from './use-order-lines.ts'

type Lines = ReturnType<typeof useOrderLines>

export function NewOrderLines({ of, error, onAdd }: { of: Lines; error: string | undefined; onAdd: () => void }) {
  const t = useOfficeWords()
  const { lines, units, worth } = of
  const isFull = lines.length >= MAX_LINES
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-sm font-medium">{t('order.new.lines')}</legend>
      {lines.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {lines.map((line) => (
            <Line key={line.version.id} line={line} of={of} />
          ))}
        </ul>
      )}
      {lines.length === 0 && error && <FieldError id="no-lines">{error}</FieldError>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Button icon={<Plus size={16} />} onClick={onAdd} disabled={isFull}>
          {t('order.new.add')}
        </Button>
        {units > 0 && (
          <p className="figures text-sm text-muted" role="status">
            {t('order.new.worth', { count: units, amount: sayMoney(t, worth, 'USD') })}
          </p>
        )}
      </div>
      {isFull && <p className="text-sm text-muted">{t('order.new.full', { count: MAX_LINES })}</p>}
    </fieldset>
  )
}

function Line({ line, of }: { line: OrderLine; of: Lines }) {
  const t = useOfficeWords()
  const { product, version, offers = [], offer, count, problem } = line
  const { id, label, code } = version
  const say = ({ price, stock }: { price: number; stock: number }) => ({ price: sayMoney(t, price, 'USD'), stock })
  const problemId = `line-${id}-problem`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line pb-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 break-words">
          <bdi>{product.name}</bdi>
          <span className="block text-sm text-muted">
            <bdi>{label || code}</bdi>
          </span>
        </p>
        <IconButton
          label={t('order.new.remove', { name: product.name })}
          variant="ghost"
          size="sm"
          onClick={() => of.remove(id)}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <QuantityStepper
          value={count}
          onChange={(to) => of.change(id, { count: to })}
          max={MAX_COUNT}
          labels={{
            quantity: t('order.new.count', { name: product.name }),
            decrease: t('order.new.fewer'),
            increase: t('order.new.more'),
          }}
          aria-describedby={problem ? problemId : undefined}
        />
        {offers.length > 1 ? (
          <SelectField
            label={t('order.new.offer')}
            hideLabel
            value={offer?.id}
            onChange={({ target }) => of.change(id, { offerId: Number(target.value) })}
          >
            {offers.map((one) => (
              <option key={one.id} value={one.id}>
                {t('order.new.offerIs', { seller: one.seller, ...say(one) })}
              </option>
            ))}
          </SelectField>
        ) : (
          <p className="figures text-sm text-muted">
            {offer ? t('order.new.priceStock', say(offer)) : line.offers && t('order.new.notOnSale')}
          </p>
        )}
      </div>
      {problem && <FieldError id={problemId}>{sayRefusal(t, { message: problem })}</FieldError>}
    </li>
  )
}

/** Outside of the order's form: it has one of its own. */
export function AddLine({ of, isOpen, setOpen }: { of: Lines; isOpen: boolean; setOpen: (open: boolean) => void }) {
  const t = useOfficeWords()
  return (
    <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('order.new.choose')}>
      {isOpen && (
        <ProductSearch>
          {(product) => (
            <Offered
              product={product}
              onTake={(version) => {
                of.add(product, version)
                setOpen(false)
              }}
            />
          )}
        </ProductSearch>
      )}
    </OfficeDialog>
  )
}

type Version = OfferedProduct['versions'][number]

function Offered({ product: { name, versions }, onTake }: { product: OfferedProduct; onTake: (of: Version) => void }) {
  const t = useOfficeWords()
  const [skuId, setSkuId] = useState(versions[0]?.id)
  const chosen = versions.find(({ id }) => id === skuId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line pb-2">
      <p className="min-w-0 break-words">
        <bdi>{name}</bdi>
      </p>
      {chosen && (
        <Button
          size="sm"
          className="ms-auto"
          onClick={() => onTake(chosen)}
          aria-label={`${t('order.new.take')}: ${name}`}
        >
          {t('order.new.take')}
        </Button>
      )}
      {versions.length > 1 && (
        <SelectField
          label={t('order.new.version')}
          hideLabel
          className="basis-full"
          value={skuId}
          onChange={({ target }) => setSkuId(Number(target.value))}
        >
          {versions.map(({ id, label, code }) => (
            <option key={id} value={id}>
              {label || code}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
