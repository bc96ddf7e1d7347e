// The specification's names in the calls of this room, and ours: an answer passes here where a page gets it.
import type * as wire from './contract.ts'

type Counted<T> = Omit<T, 'comments'> & { clicks: number }

/** In a list nobody reads how often a piece was opened. */
export type NewsItem = Omit<wire.NewsItem, 'comments'>
export type NewsDetail = Counted<wire.NewsDetail>

/** Of a piece of news, how often it was opened. */
export function withClicks<T extends { comments: number }>({ comments: clicks, ...rest }: T): Counted<T> {
  return { ...rest, clicks }
}

export type Banner = Omit<wire.Banner, 'urlName' | 'zhname'>

/** Says where it leads at once. */
export const bannerOf = ({ urlName: _category, zhname: _product, ...banner }: wire.Banner): Banner => banner
