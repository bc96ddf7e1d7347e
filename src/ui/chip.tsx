import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'

type ChipProps = {
  children: ReactNode
  /** Says what pressing it does, with the name of the thing: "Remove filter: RPG". */
  removeLabel: string
  className?: string
} & ({ removeHref: string; onRemove?: never } | { removeHref?: never; onRemove: () => void })

/** Something chosen, that can be unchosen: by a link (works without JavaScript) or by a function. */
export function Chip({ children, removeLabel, removeHref, onRemove, className }: ChipProps) {
  const look = cx(
    'touch-target inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface ps-3 pe-2 text-sm',
    'transition-colors hover:border-control hover:bg-tint',
    className,
  )
  const content = (
    <>
      <span className="min-w-0 truncate">{children}</span>
      <X size={14} className="text-muted" aria-hidden="true" />
    </>
  )
  return removeHref === undefined ? (
    <button type="button" className={look} aria-label={removeLabel} onClick={onRemove}>
      {content}
    </button>
  ) : (
    <UiLink href={removeHref} className={look} aria-label={removeLabel}>
      {content}
    </UiLink>
  )
}
