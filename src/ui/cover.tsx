import { cx } from './class-names.ts'

export type ImageFormat = 'avif' | 'webp'

type CoverProps = {
  /** The address of the picture at this width in this format. */
  src: (width: number, format: ImageFormat) => string
  /** The widths that exist, ascending, in pixels. */
  widths: readonly number[]
  /** How wide it is shown, as for `<img sizes>`. */
  sizes: string
  /** Empty where the words beside it say the same. */
  alt: string
  shape?: 'cover' | 'banner' | 'square'
  /** For what is seen first on the page: fetched at once and before others. */
  priority?: boolean
  rounded?: boolean
  className?: string
}

/** A picture in a box of exactly its shape, so that nothing moves when it arrives. */
export function Cover({
  src,
  widths,
  sizes,
  alt,
  shape = 'cover',
  priority = false,
  rounded = true,
  className,
}: CoverProps) {
  const [across, down] = ratio[shape]
  const widest = widths.at(-1) ?? 0
  const set = (format: ImageFormat) => widths.map((width) => `${src(width, format)} ${width}w`).join(', ')
  return (
    <picture
      className={cx(
        'relative block overflow-hidden bg-tint',
        box[shape],
        // The hairline keeps a dark cover apart from a dark page, and a pale one from a pale page.
        'after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:border after:border-ink/10',
        rounded && 'rounded-control',
        className,
      )}
    >
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={src(widest, 'webp')}
        srcSet={set('webp')}
        sizes={sizes}
        width={widest}
        height={Math.round((widest * down) / across)}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding={priority ? 'sync' : 'async'}
        className="size-full object-cover text-sm text-muted"
      />
    </picture>
  )
}

const ratio = { cover: [3, 4], banner: [21, 9], square: [1, 1] } as const

const box = { cover: 'aspect-3/4', banner: 'aspect-21/9', square: 'aspect-square' }
