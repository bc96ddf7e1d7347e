import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'
import { body, foot, frame, heading, metaLine } from './tile-look.ts'

type TileProps = {
  href: string
  title: string
  /** A `Cover`. */
  media: ReactNode
  /** On the picture's corner, such as `Badge tone="solid"`. */
  mark?: ReactNode
  /** On the other corner: a small round button that is in sight when a hand or the focus comes near. */
  corner?: ReactNode
  /** One quiet line. */
  meta?: ReactNode
  /** Below: a `Price layout="stack"`. */
  footer: ReactNode
  /** A button of its own; the rest of the tile is one link. */
  action?: ReactNode
  headingLevel?: 2 | 3 | 4
}

/** A picture, a name and a price that lead somewhere. All tiles of a row are equally high: the name always has room for two lines. */
export function Tile({ href, title, media, mark, corner, meta, footer, action, headingLevel = 3 }: TileProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className={cx(frame, 'group transition-colors hover:border-line-strong')}>
      <div className="relative">
        {media}
        {mark && (
          <div className={cx('absolute start-2 top-2 flex flex-wrap gap-1', corner && 'max-w-[calc(100%-4rem)]')}>
            {mark}
          </div>
        )}
        {corner && <div className="absolute end-1 top-1 z-10">{corner}</div>}
      </div>
      <div className={body}>
        {/* A name in Latin letters on an Arabic page: its marks and its dots stand at its own end. */}
        <Heading dir="auto" className={cx(heading, 'line-clamp-2 text-match-parent @max-[9rem]:line-clamp-3')}>
          <UiLink
            href={href}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {title}
          </UiLink>
        </Heading>
        <div className={metaLine}>{meta}</div>
        <div className={foot}>
          {footer}
          {action && <div className="relative z-10 grid min-w-0 grid-cols-1 wrap-anywhere">{action}</div>}
        </div>
      </div>
    </article>
  )
}
