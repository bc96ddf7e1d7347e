// The banners' pictures: how wide they are shown, and which is asked for first. Apart from the carousel, because the
// home page's head needs it on every page.

import { pictureAt } from '#rooms/pictures/ui/poster-cover.tsx'
import type { Banner } from '../wire.ts'

type Pictured = Pick<Banner, 'imgUrl' | 'imgUrlRtl'>

export const BANNER_WIDTHS = [840, 1260, 1680] as const

// Beside the side list; below that the whole column; on phones a crop, of which more than the box is drawn.
export const BANNER_SIZES =
  '(min-width: 82.5rem) 57rem, (min-width: 62rem) calc(100vw - 25rem), (min-width: 36rem) 100vw, 30rem'

/** The first banner is the largest thing on the page: its picture is asked for before anything else is read. */
export function bannerPreload(banner: Pictured, dir: 'ltr' | 'rtl') {
  const picture = pictureOf(banner, dir)
  return {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: BANNER_WIDTHS.map((width) => `${pictureAt(picture, width, 'avif')} ${width}w`).join(', '),
    imageSizes: BANNER_SIZES,
    fetchPriority: 'high' as const,
  }
}

export function pictureOf(banner: Pictured, dir: 'ltr' | 'rtl'): string {
  return dir === 'rtl' ? banner.imgUrlRtl : banner.imgUrl
}
