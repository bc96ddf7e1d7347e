// How wide the pictures of banners and news are shown. Apart from what shows them, because the pages' heads need it.
import { picturePreload } from '#rooms/pictures/rules.ts'
import { BANNER_WIDTHS, NEWS_WIDTHS } from '../rules.ts'
import type { Banner } from '../wire.ts'

export type Pictured = Pick<Banner, 'imgUrl' | 'imgUrlRtl'>
type Direction = 'ltr' | 'rtl'

// Beside the side list; below that the whole column; on phones a crop, of which more than the box is drawn.
export const BANNER_SIZES =
  '(min-width: 82.5rem) 57rem, (min-width: 62rem) calc(100vw - 25rem), (min-width: 36rem) 100vw, 30rem'

export const ARTICLE_PICTURE_SIZES = '(min-width: 48rem) 45rem, 100vw'

export const bannerPreload = (banner: Pictured, dir: Direction) =>
  picturePreload(pictureOf(banner, dir), BANNER_WIDTHS, BANNER_SIZES)

export const articlePreload = (article: Pictured, dir: Direction) =>
  picturePreload(pictureOf(article, dir), NEWS_WIDTHS, ARTICLE_PICTURE_SIZES)

export function pictureOf(item: Pictured, dir: Direction): string {
  return dir === 'rtl' ? item.imgUrlRtl : item.imgUrl
}
