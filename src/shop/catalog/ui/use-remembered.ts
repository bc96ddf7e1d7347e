import { useEffect } from 'react'
import type { ProductDetail } from '#shop/catalog/contract.ts'
import { rememberViewed } from '#shop/shell/recently-viewed.ts'

/** For the home page's shelf of what was seen last. */
export function useRemembered(detail: ProductDetail): void {
  useEffect(() => {
    const { id, name, img, urlName, zhname } = detail.iProductInfo
    rememberViewed({ id, name, img, urlName, zhname })
  }, [detail])
}
