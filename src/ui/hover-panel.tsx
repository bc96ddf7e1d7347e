import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { cx } from './class-names.ts'

type HoverPanelProps = {
  /** A link or button that leads to the same on its own, for those who do not hover. */
  trigger: ReactNode
  /** No panel at all where there is nothing to show. */
  children?: ReactNode
  label: string
  className?: string
}

/** Shown while the pointer (or the focus) is on the trigger or in the panel; Escape puts it away. Only where one can hover. */
export function HoverPanel({ trigger, children, label, className }: HoverPanelProps) {
  const [dismissed, setDismissed] = useState(false)

  function press(event: KeyboardEvent) {
    // A dialog that was opened from here closes alone.
    if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) setDismissed(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what bubbles up from the trigger and the panel
    <div
      className="group relative"
      onKeyDown={press}
      onPointerLeave={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {trigger}
      {children && (
        <section
          aria-label={label}
          className={cx('hover-panel absolute end-0 top-full z-40 pt-1.5', dismissed && 'hidden')}
        >
          <div className={cx('rounded-card border border-line bg-float shadow-float', className)}>{children}</div>
        </section>
      )}
    </div>
  )
}
