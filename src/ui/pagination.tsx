import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { UiLink } from './link.tsx'
import { pageWindow } from './page-window.ts'

type PaginationProps = {
  page: number
  pageCount: number
  href: (page: number) => string
  labels: {
    nav: string
    previous: string
    next: string
    /** Such as "Page 3". */
    page: (page: number) => string
    /** What a phone shows between the arrows, such as "3 of 12". */
    position: string
  }
  className?: string
}

/** Real links. Phones get "3 of 12" between two arrows. Nothing at all for a single page. */
export function Pagination({ page, pageCount, href, labels, className }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={labels.nav} className={cx('flex flex-wrap items-center justify-center gap-1', className)}>
      <Step to={page > 1 ? href(page - 1) : undefined} here={href(page)} label={labels.previous} rel="prev">
        <ChevronLeft size={18} className="flip-rtl" aria-hidden="true" />
      </Step>
      <p className="figures px-3 text-sm text-muted sm:hidden">{labels.position}</p>
      <ol className="hidden flex-wrap items-center gap-1 sm:flex">
        {pageWindow(page, pageCount).map((slot) => (
          <li key={slot}>
            {typeof slot !== 'number' ? (
              <span aria-hidden="true" className="grid size-10 place-items-center text-faint">
                …
              </span>
            ) : (
              <UiLink
                href={href(slot)}
                aria-label={labels.page(slot)}
                aria-current={slot === page ? 'page' : undefined}
                className={cx(
                  place,
                  'min-w-10 px-2',
                  slot === page ? 'bg-ink text-surface forced-colors:border' : 'hover:bg-tint',
                )}
              >
                {slot}
              </UiLink>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pageCount ? href(page + 1) : undefined} here={href(page)} label={labels.next} rel="next">
        <ChevronRight size={18} className="flip-rtl" aria-hidden="true" />
      </Step>
    </nav>
  )
}

type StepProps = { to: string | undefined; here: string; label: string; rel: string; children: ReactNode }

/** At the end of the pages it stays the link that has the focus, and leads nowhere. */
function Step({ to, here, label, rel, children }: StepProps) {
  const isEnd = to === undefined
  return (
    <UiLink
      href={to ?? here}
      rel={isEnd ? undefined : rel}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      tabIndex={isEnd ? -1 : undefined}
      className={cx(place, 'w-10', isEnd ? 'pointer-events-none text-line-strong' : 'hover:bg-tint')}
    >
      {children}
    </UiLink>
  )
}

const place =
  'figures touch-target inline-grid min-h-10 place-items-center rounded-control font-medium transition-colors'
