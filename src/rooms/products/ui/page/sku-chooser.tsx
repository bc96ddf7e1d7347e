import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { cx } from '#ui/class-names.ts'
import { Price } from '#ui/price.tsx'
import type { ProductDetail } from '../../wire.ts'
import { skuLabels } from '../sku-labels.ts'
import { SkuLink } from './sku-link.tsx'

type SkuChooserProps = {
  detail: ProductDetail
  chosen: number | undefined
  /** The one that an address without `sku` means. */
  standard: number | undefined
}

/** Links, so that a choice has an address and works without JavaScript; the choice itself needs no answer from the server. */
export function SkuChooser({ detail, chosen, standard }: SkuChooserProps) {
  const t = useWords()
  const { price } = usePrice()
  const { skus } = detail
  if (skus.length < 2) return null
  const labels = skuLabels(skus, t('product.standardEdition'))
  return (
    <section aria-labelledby="sku-heading" className="@container">
      <h2 id="sku-heading" className="mb-2 text-sm font-semibold tracking-normal">
        {t('product.chooseSku')}
      </h2>
      <ul className="grid gap-2 sm:@min-[20rem]:grid-cols-2">
        {skus.map((sku) => {
          const { title, detail: more } = labels.get(sku.id) ?? { title: sku.skuCode, detail: '' }
          const current = sku.id === chosen
          return (
            <li key={sku.id} className="min-w-0">
              <SkuLink
                detail={detail}
                skuId={sku.id === standard ? undefined : sku.id}
                aria-current={current ? 'true' : undefined}
                className={cx(
                  'flex h-full min-h-14 flex-wrap items-center gap-x-3 rounded-card border px-4 py-2.5 transition-colors',
                  current
                    ? 'border-accent bg-accent-soft ring-1 ring-accent forced-colors:border-[Highlight]'
                    : 'border-line-strong bg-surface hover:border-control',
                )}
              >
                <span className="min-w-24 flex-1">
                  <span className="block leading-snug font-medium">
                    <bdi>{title}</bdi>
                  </span>
                  {more && (
                    <span className="block text-sm text-muted">
                      <bdi>{more}</bdi>
                    </span>
                  )}
                </span>
                <span className="figures flex shrink-0 flex-col items-end text-sm">
                  {sku.lowPrice !== null && <Price amount={price(sku.lowPrice)} size="sm" />}
                  {sku.stock <= 0 && <span className="text-bad">{t('product.outOfStock')}</span>}
                </span>
              </SkuLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
