import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductDetail } from '../../wire.ts'

type SkuLinkProps = {
  detail: ProductDetail
  /** None: the one that the product shows first. */
  skuId: number | undefined
  children: ReactNode
  className?: string
  'aria-current'?: 'true'
}

/** To the same page with another SKU chosen: nothing is loaded, nothing scrolls, and Back leaves the product. */
export function SkuLink({ detail, skuId, ...rest }: SkuLinkProps) {
  const { slug, categorySlug } = detail.info
  return (
    <Link
      {...rest}
      to="/$category/$product"
      params={{ category: categorySlug, product: slug }}
      search={{ sku: skuId }}
      // Else the link without a SKU would be told as the current one beside the chosen one.
      activeOptions={{ exact: true, explicitUndefined: true }}
      replace
      resetScroll={false}
      preload={false}
    />
  )
}
