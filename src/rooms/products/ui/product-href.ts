import type { ProductCard as Card } from '../wire.ts'

/** Where a product's page stands (decision B3), opened at one of its versions. */
export function productHref({ slug, categorySlug, sku }: Pick<Card, 'slug' | 'categorySlug' | 'sku'>): string {
  return `/${categorySlug}/${slug}${sku ? `?sku=${sku}` : ''}`
}
