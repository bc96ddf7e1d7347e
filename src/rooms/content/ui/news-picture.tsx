import { pictureAt } from '#rooms/pictures/rules.ts'
import { Cover } from '#ui/cover.tsx'
import { NEWS_WIDTHS } from '../rules.ts'
import { type Pictured, pictureOf } from './wide-pictures.ts'

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
  const path = pictureOf(item, dir)
  return (
    <Cover
      src={(width, format) => pictureAt(path, width, format)}
      widths={NEWS_WIDTHS}
      alt=""
      shape="banner"
      {...rest}
    />
  )
}
