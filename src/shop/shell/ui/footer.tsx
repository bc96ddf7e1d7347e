import { getRouteApi, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { CONTACT } from '#shop/shell/contact.ts'
import { UiLink } from '#ui/link.tsx'
import { Logo } from './logo.tsx'
import { PaymentMarks } from './payment-marks.tsx'

const root = getRouteApi('__root__')

const FIRST_YEAR = 2021

export function Footer() {
  const t = useWords()
  const { navigation, year } = root.useLoaderData()
  // The home page has them already, with a heading of their own.
  const marks = useLocation({ select: ({ pathname }) => pathname !== '/' })
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1.2fr_1fr] lg:py-14">
        <div className="col-span-full lg:col-span-1">
          <Logo />
          <p className="mt-4 max-w-80 text-muted">{t('shell.footer.line')}</p>
        </div>
        <Column title={t('shell.footer.shop')} id="categories">
          <FooterLink href="/">{t('shell.footer.home')}</FooterLink>
          {navigation.map(({ id, name, urlName }) => (
            <FooterLink key={id} href={`/${urlName}`}>
              {name}
            </FooterLink>
          ))}
        </Column>
        <Column title={t('shell.footer.help')}>
          <FooterLink href={`mailto:${CONTACT.email}`}>
            <Email />
          </FooterLink>
          {CONTACT.chat && <FooterLink href={CONTACT.chat}>{t('shell.chat')}</FooterLink>}
          <li className="py-1 text-muted">
            {t('shell.footer.hours')}
            <br />
            {t('shell.footer.always')}
          </li>
          <li className="py-1 text-muted">{t('shell.footer.refunds')}</li>
        </Column>
        <Column title={t('shell.footer.developers')}>
          <FooterLink href="/prod-api/docs">{t('shell.footer.apiDocs')}</FooterLink>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="shell flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <p className="text-sm text-muted">
            <span dir="ltr" className="figures">
              © {FIRST_YEAR}–{year} Latchkey.
            </span>{' '}
            {t('shell.footer.rights')}
          </p>
          {marks && <PaymentMarks label={t('shell.payWith')} />}
        </div>
      </div>
    </footer>
  )
}

/** Where it must break, it breaks before the @. */
function Email() {
  const [name, domain] = CONTACT.email.split('@')
  return (
    <bdi>
      {name}
      <wbr />@{domain}
    </bdi>
  )
}

function Column({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title}>
      <h2 className="mb-2 text-base">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <UiLink
        href={href}
        className="inline-flex min-h-8 items-center py-1 text-muted underline-offset-4 transition-colors hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        {children}
      </UiLink>
    </li>
  )
}
