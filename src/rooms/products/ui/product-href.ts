import type { ProductCard as Card } from '../wire.ts'

/** Where a product's page stands (decision B3). */
export function productHref({ slug, categorySlug }: Pick<Card, 'slug' | 'categorySlug'>): string {
  return `/${categorySlug}/${slug}`
}
