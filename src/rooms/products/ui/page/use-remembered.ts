import { useEffect } from 'react'
import type { ProductDetail } from '../../wire.ts'
import { rememberViewed } from '../recently-viewed.ts'

/** For the home page's shelf of what was seen last. */
export function useRemembered(detail: ProductDetail): void {
  useEffect(() => {
    const { id, name, img, slug, categorySlug } = detail.info
    rememberViewed({ id, name, img, slug, categorySlug })
  }, [detail])
}
