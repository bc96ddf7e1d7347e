import { cx } from '#ui/class-names.ts'

/** A key that stands upright is an L: bow, shaft, and the bit as its foot. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className)}>
      <rect width="32" height="32" rx="9" className="fill-ink" />
      <g fill="none" strokeWidth="3" className="stroke-ground">
        <circle cx="12" cy="10.5" r="3.75" />
        <path d="M12 14.25V24.5H22.5M17.5 24.5V19.5" strokeLinejoin="round" strokeLinecap="round" />
      </g>
    </svg>
  )
}
