import { Cover } from '#ui/cover.tsx'
import { NEWS_WIDTHS, newsPicture, type Pictured } from './news-picture-address.ts'

type NewsPictureProps = {
  item: Pictured
  dir: 'ltr' | 'rtl'
  sizes: string
  priority?: boolean
  rounded?: boolean
  className?: string
}

/** Drawn for this piece of news, 21:9; it says nothing that the words do not. */
export function NewsPicture({ item, dir, ...rest }: NewsPictureProps) {
  return <Cover src={newsPicture(item, dir)} widths={NEWS_WIDTHS} alt="" shape="banner" {...rest} />
}
