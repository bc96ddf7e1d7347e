import { Cover } from '#ui/cover.tsx'
import { POSTER_WIDTHS, pictureAt } from '../rules.ts'

type PosterCoverProps = {
  /** `img` of a product card: the picture in one width; the others stand beside it. */
  img: string
  sizes: string
  /** Empty where the name stands beside it. */
  alt?: string
  priority?: boolean
  className?: string
}

/** A product's poster, 3:4, in the width and format that the browser wants. */
export function PosterCover({ img, sizes, alt = '', priority, className }: PosterCoverProps) {
  return (
    <Cover
      src={(width, format) => pictureAt(img, width, format)}
      widths={POSTER_WIDTHS}
      sizes={sizes}
      alt={alt}
      priority={priority}
      className={className}
    />
  )
}
