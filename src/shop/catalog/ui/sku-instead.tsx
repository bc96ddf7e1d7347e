import { useWords } from '#platform/i18n/messages.ts'
import type { ProductDetail, Sku } from '#shop/catalog/contract.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { skuLabels } from './sku-labels.ts'
import { SkuLink } from './sku-link.tsx'

type SkuInsteadProps = { detail: ProductDetail; country: string; standard: number | undefined }

/** The cheapest SKU in stock that can be activated in a country, for when the chosen one cannot. */
export function SkuInstead({ detail, country, standard }: SkuInsteadProps) {
  const t = useWords()
  const sku = cheapestFor(country, detail.skus)
  if (!sku) return <span className="text-muted">{t('product.activation.none')}</span>
  const { title, detail: more } = skuLabels(detail.skus, t('product.standardEdition')).get(sku.id) ?? { title: '' }
  return (
    <SkuLink
      detail={detail}
      skuId={sku.id === standard ? undefined : sku.id}
      className={`${textLinkClass} inline-block pointer-coarse:py-3`}
    >
      {t('product.activation.instead', { name: more ? `${title} · ${more}` : title })}
    </SkuLink>
  )
}

function cheapestFor(country: string, skus: readonly Sku[]): Sku | undefined {
  return skus
    .filter((sku) => sku.stock > 0 && (sku.countries?.includes(country) ?? true))
    .sort((a, b) => (a.lowPrice ?? 0) - (b.lowPrice ?? 0))[0]
}
