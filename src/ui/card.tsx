import type { HTMLAttributes } from 'react'
import { cx } from './class-names.ts'

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  /** `none` where the content brings its own, such as a table or a picture to the edge. */
  padding?: 'none' | 'md' | 'lg'
}

/** A plain surface with a hairline. */
export function Card({ as: Element = 'div', padding = 'md', className, ...rest }: CardProps) {
  return (
    <Element {...rest} className={cx('rounded-card border border-line bg-surface', paddings[padding], className)} />
  )
}

const paddings = { none: '', md: 'p-4', lg: 'p-4 md:p-6' }
