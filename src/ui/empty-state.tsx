import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
  className?: string
}

/** Nothing here, and what to do about it. */
export function EmptyState({ icon, title, children, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={cx('mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center', className)}>
      <div aria-hidden="true" className="mb-4 grid size-14 place-items-center rounded-card bg-tint text-muted">
        {icon}
      </div>
      <Heading className={headingLevel === 1 ? 'text-2xl md:text-3xl' : 'text-xl'}>{title}</Heading>
      {children && <div className="mt-2 text-muted [&_p]:text-balance">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
