import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  /** Disclosures of one name are an accordion: opening one closes the others. */
  name?: string
  defaultOpen?: boolean
  className?: string
}

/** Native `<details>`: opens without JavaScript, and the browser's find-in-page opens it too. */
export function Disclosure({ summary, children, name, defaultOpen, className }: DisclosureProps) {
  return (
    <details name={name} open={defaultOpen} className={cx('disclosure border-b border-line', className)}>
      <summary className="flex min-h-11 items-center justify-between gap-3 rounded-mark py-2 font-medium">
        <span className="min-w-0">{summary}</span>
        <ChevronDown size={18} className="disclosure-mark text-muted" aria-hidden="true" />
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  )
}
