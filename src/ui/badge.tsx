import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad' | 'outline' | 'solid'

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode; className?: string }

/** A short fact. `good`, `warn` and `bad` only for what is there, awaited or lost; `solid` stands on pictures. */
export function Badge({ tone = 'plain', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-5.5 items-center gap-1 rounded-mark border px-1.5 text-xs font-medium',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

const tones: Record<BadgeTone, string> = {
  plain: 'border-transparent bg-tint text-muted',
  good: 'border-transparent bg-good-soft text-good',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
  outline: 'border-line-strong text-muted',
  solid: 'border-transparent bg-picture-ground text-on-picture',
}
