import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Around skeletons: tells those who hear the page that something is being loaded, and hides the grey. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  )
}

/** Stands for one line of text, in the text size of its place. */
export function SkeletonLine({ width = 'full' }: { width?: 'full' | 'long' | 'half' | 'short' }) {
  return (
    <span className="flex h-lh items-center">
      <span className={cx('h-[0.75em] animate-pulse rounded-mark bg-tint-strong', widths[width])} />
    </span>
  )
}

/** Any other shape; its size comes from `className`. */
export function SkeletonBlock({ className }: { className: string }) {
  return <span className={cx('block animate-pulse rounded-control bg-tint-strong', className)} />
}

const widths = { full: 'w-full', long: 'w-4/5', half: 'w-1/2', short: 'w-1/4' }
