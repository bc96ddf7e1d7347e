import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type ErrorStateProps = {
  /** What happened, in plain words. */
  title: string
  children?: ReactNode
  /** The button that tries again. */
  retry?: ReactNode
  /** How to reach a person. */
  support?: ReactNode
  /** What that person will ask for, such as "Reference 8F2C". */
  reference?: string
  headingLevel?: 1 | 2 | 3
  className?: string
}

export function ErrorState({
  title,
  children,
  retry,
  support,
  reference,
  headingLevel = 2,
  className,
}: ErrorStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div role="alert" className={cx('mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center', className)}>
      <div aria-hidden="true" className="mb-4 grid size-14 place-items-center rounded-card bg-bad-soft text-bad">
        <CircleAlert size={24} />
      </div>
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-muted">{children}</div>}
      {(retry || support) && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
          {retry}
          {support}
        </div>
      )}
      {reference && <p className="mt-6 font-mono text-xs text-faint select-all">{reference}</p>}
    </div>
  )
}
