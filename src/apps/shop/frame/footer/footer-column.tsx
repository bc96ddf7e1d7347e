import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { UiLink } from '#ui/link.tsx'

export const footerLinkClass =
  'inline-flex min-h-8 items-center gap-1 py-1 text-start wrap-anywhere hyphens-auto text-muted underline-offset-4 transition-colors hover:text-ink hover:underline pointer-coarse:min-h-11'

type FooterColumnProps = { title: string; id?: string; className?: string; children: ReactNode }

export function FooterColumn({ title, id, className, children }: FooterColumnProps) {
  return (
    <section id={id} aria-label={title} className={className}>
      <h2 className="mb-2 text-base">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** `elsewhere`: on another site, and says so. */
export function FooterLink({ href, elsewhere, children }: { href: string; elsewhere?: boolean; children: string }) {
  const t = useWords()
  return (
    <li>
      {elsewhere ? (
        <a href={href} rel="noopener" className={footerLinkClass}>
          <span>
            {children} <span className="sr-only">{t('shell.footer.elsewhere')}</span>
            <ArrowUpRight size={14} className="inline flip-rtl" aria-hidden="true" />
          </span>
        </a>
      ) : (
        <UiLink href={href} className={footerLinkClass}>
          {children}
        </UiLink>
      )}
    </li>
  )
}
