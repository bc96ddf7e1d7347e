import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** How far something has come: `value` of `max`, or that it goes on. Browsers draw an empty bar as dark as a full one. */
export function Progress({ className, ...rest }: ComponentProps<'progress'> & { 'aria-label': string }) {
  return (
    <progress
      {...rest}
      className={cx(
        'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-tint-strong',
        '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent',
        rest.value === undefined && 'animate-pulse',
        className,
      )}
    />
  )
}
