// The products that this browser looked at last. Without prices: those would be what was true then. Kept beyond the page with consent only.

import { readList, writeList } from '#browser/consent.ts'
import type { ProductCard } from '../wire.ts'

export type ViewedProduct = Pick<ProductCard, 'id' | 'name' | 'img' | 'categorySlug' | 'slug'>

const KEY = 'recentlyViewed'
const MOST = 12

/** To be called by the product page once it is shown. */
export function rememberViewed({ id, name, img, categorySlug, slug }: ViewedProduct): void {
  const others = readViewed().filter((product) => product.id !== id)
  writeList(KEY, [{ id, name, img, categorySlug, slug }, ...others].slice(0, MOST))
}

/** The latest first. Only in the browser. */
export function readViewed(): ViewedProduct[] {
  return readList(KEY).filter(isViewed).slice(0, MOST)
}

export function forgetViewed(): void {
  writeList(KEY, [])
}

function isViewed(value: unknown): value is ViewedProduct {
  const product = value as ViewedProduct | null
  return (
    typeof product?.id === 'number' &&
    [product.name, product.img, product.categorySlug, product.slug].every((text) => typeof text === 'string')
  )
}
