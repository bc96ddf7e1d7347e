import type { Sku } from '../contract.ts'

export interface SkuLabel {
  title: string
  /** What else tells it from the others; empty when the title does. */
  detail: string
}

type Trait = (sku: Sku) => string

const VARIANT: Trait[] = [(sku) => sku.denomination ?? '', (sku) => sku.edition ?? '']
const PLACE: Trait[] = [(sku) => sku.platforms.join(' / '), (sku) => sku.region ?? '']

/**
 * How the SKUs of one product are told apart: only by what differs among them. The denomination and edition give the
 * title, platform and region the second line; where nothing else differs those give the title.
 */
export function skuLabels(skus: readonly Sku[], standard: string): Map<number, SkuLabel> {
  const differing = (traits: Trait[]) => traits.filter((trait) => new Set(skus.map(trait)).size > 1)
  const variant = differing(VARIANT)
  const place = differing(PLACE)
  const join = (traits: Trait[], sku: Sku) =>
    traits
      .map((trait) => trait(sku))
      .filter(Boolean)
      .join(' · ')
  return new Map(
    skus.map((sku) => {
      if (variant.length === 0) return [sku.id, { title: join(place, sku) || sku.skuCode, detail: '' }]
      return [sku.id, { title: join(variant, sku) || standard, detail: join(place, sku) }]
    }),
  )
}
