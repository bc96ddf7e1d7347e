// Addresses of news pictures, for the head as well as for the page.

import type { ImageFormat } from '#ui/cover.tsx'
import type { NewsItem } from '../wire.ts'

/** The widths that the shop draws them in. */
export const NEWS_WIDTHS = [420, 840, 1260, 1680] as const

/** How wide an article's picture is shown. */
export const ARTICLE_PICTURE_SIZES = '(min-width: 48rem) 45rem, 100vw'

export type Pictured = Pick<NewsItem, 'imgUrl' | 'imgUrlRtl'>

export function newsPicture(item: Pictured, dir: 'ltr' | 'rtl') {
  const path = dir === 'rtl' ? item.imgUrlRtl : item.imgUrl
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return (width: number, format: ImageFormat) => `${folder}${width}.${format}`
}

/** What is largest on the page is asked for before anything else is read. */
export function picturePreload(item: Pictured, dir: 'ltr' | 'rtl', sizes: string) {
  const picture = newsPicture(item, dir)
  return {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imageSrcSet: NEWS_WIDTHS.map((width) => `${picture(width, 'avif')} ${width}w`).join(', '),
    imageSizes: sizes,
    fetchPriority: 'high' as const,
  }
}
