import { Cover, type ImageFormat } from '#ui/cover.tsx'

type PosterCoverProps = {
  /** `img` of a product card: the picture in one width; the others stand beside it. */
  img: string
  sizes: string
  /** Empty where the name stands beside it. */
  alt?: string
  priority?: boolean
  className?: string
}

/** The widths that the shop draws a poster in. */
export const WIDTHS = [180, 240, 360, 480, 720] as const

/** A product's poster, 3:4, in the width and format that the browser wants. */
export function PosterCover({ img, sizes, alt = '', priority, className }: PosterCoverProps) {
  return (
    <Cover
      src={(width, format) => pictureAt(img, width, format)}
      widths={WIDTHS}
      sizes={sizes}
      alt={alt}
      priority={priority}
      className={className}
    />
  )
}

/** The same picture in another width and format: only the last part of its path differs. */
export function pictureAt(path: string, width: number, format: ImageFormat): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${width}.${format}`
}
