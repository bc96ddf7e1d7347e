import { ChevronRight } from 'lucide-react'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'

/** The last crumb is the page itself and needs no `href`. */
export type Crumb = { label: string; href?: string }

export function Breadcrumb({
  label,
  crumbs,
  className,
}: {
  label: string
  crumbs: readonly Crumb[]
  className?: string
}) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={crumb.href ?? crumb.label} className={cx('flex items-center gap-1.5', last && 'min-w-0')}>
              {crumb.href === undefined || last ? (
                <span aria-current={last ? 'page' : undefined} className={cx('py-1', last && 'truncate text-ink')}>
                  {crumb.label}
                </span>
              ) : (
                <UiLink
                  href={crumb.href}
                  className="inline-block rounded-mark py-1 transition-colors hover:text-ink hover:underline pointer-coarse:py-3"
                >
                  {crumb.label}
                </UiLink>
              )}
              {!last && <ChevronRight size={14} className="flip-rtl text-faint" aria-hidden="true" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
