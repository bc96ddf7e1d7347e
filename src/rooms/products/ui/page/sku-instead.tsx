import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Sku } from '../../contract.ts'
import type { ProductDetail } from '../../wire.ts'
import { cheapestFor } from '../offers.ts'
import { skuLabels } from '../sku-labels.ts'
import { SkuLink } from './sku-link.tsx'

type SkuInsteadProps = { detail: ProductDetail; country: string; chosen: Sku; standard: number | undefined }

/** The SKU to take where the chosen one cannot be activated. */
export function SkuInstead({ detail, country, chosen, standard }: SkuInsteadProps) {
  const t = useWords()
  const sku = cheapestFor(country, detail.skus, chosen)
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
