import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type NoticeProps = {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Spoken at once: only for what has just happened. */
  live?: boolean
  className?: string
}

/** A sentence that stands out within a page. */
export function Notice({ tone = 'plain', title, children, action, live = false, className }: NoticeProps) {
  const { look, Icon } = tones[tone]
  return (
    <div role={live ? 'alert' : undefined} className={cx('flex gap-3 rounded-card border px-4 py-3', look, className)}>
      <Icon size={20} className="mt-px" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 self-start">
        <div className="min-w-48 flex-1">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={title ? 'text-sm text-muted' : 'text-ink'}>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}

const tones = {
  plain: { look: 'border-line bg-tint text-ink', Icon: Info },
  good: { look: 'border-good/25 bg-good-soft text-good', Icon: CircleCheck },
  warn: { look: 'border-warn/25 bg-warn-soft text-warn', Icon: Clock },
  bad: { look: 'border-bad/25 bg-bad-soft text-bad', Icon: CircleAlert },
}
