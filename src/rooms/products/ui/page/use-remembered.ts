import { useEffect } from 'react'
import type { ProductDetail } from '../../contract.ts'
import { rememberViewed } from '../recently-viewed.ts'

/** For the home page's shelf of what was seen last. */
export function useRemembered(detail: ProductDetail): void {
  useEffect(() => {
    const { id, name, img, urlName, zhname } = detail.iProductInfo
    rememberViewed({ id, name, img, urlName, zhname })
  }, [detail])
}
