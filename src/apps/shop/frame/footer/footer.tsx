import { getRouteApi, useLocation } from '@tanstack/react-router'
import { show } from '#browser/consent.ts'
import { Logo } from '#browser/logo.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { CONTENT_PAGES } from '#rooms/content/rules.ts'
import { NewsletterForm } from '#rooms/enquiries/ui/newsletter-form.tsx'
import { PaymentMarks } from '#rooms/payments/ui/payment-marks.tsx'
import { SERVICE_LINKS } from '../service-links.ts'
import { FooterColumn, FooterLink, footerLinkClass } from './footer-column.tsx'
import { FooterContact } from './footer-contact.tsx'

const root = getRouteApi('__root__')

export function Footer() {
  const t = useWords()
  const { navigation, website, year } = root.useLoaderData()
  // These pages have it already, the home page with a heading of its own.
  const [marks, newsletter] = useLocation({
    select: ({ pathname }) => [pathname !== '/', pathname !== '/newsletter'] as const,
    structuralSharing: true,
  })
  const { name, since } = siteFacts()
  const years = year > since ? `${since}–${year}` : String(year)
  const company = website.company?.split(/\s*[,،，、(（\n]/, 1)[0] ?? name

  return (
    <footer className="print:hidden mt-6 border-t border-line bg-surface pb-[var(--bar-height,0px)]">
      {newsletter && (
        <section aria-labelledby="footer-newsletter" className="border-b border-line noscript:hidden">
          <div className="shell grid gap-x-12 gap-y-4 py-8 lg:grid-cols-[1fr_minmax(0,28rem)] lg:items-center">
            <div>
              <h2 id="footer-newsletter" className="text-lg">
                {t('newsletter.heading')}
              </h2>
              <p className="mt-1 text-muted">{t('newsletter.line')}</p>
            </div>
            <NewsletterForm />
          </div>
        </section>
      )}
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-cols-3 lg:grid-cols-[1.7fr_1fr_1.1fr_1.3fr] lg:gap-x-10 lg:py-14">
        <div className="col-span-full flex flex-col gap-5 lg:col-span-1">
          <div>
            <Logo />
            <p className="mt-4 max-w-80 text-muted">{t('shell.footer.line')}</p>
          </div>
          <FooterContact website={website} />
        </div>
        <FooterColumn title={t('shell.footer.shop')} id="categories">
          <FooterLink href="/">{t('shell.footer.home')}</FooterLink>
          {navigation.map(({ id, name, slug }) => (
            <FooterLink key={id} href={`/${slug}`}>
              {name}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn title={t('shell.footer.help')}>
          {website.tracking && (
            <FooterLink href={website.tracking} elsewhere>
              {t('shell.footer.track')}
            </FooterLink>
          )}
          <FooterLink href="/order">{t('findOrder.title')}</FooterLink>
          <FooterLink href="/withdraw">{t('shell.footer.withdraw')}</FooterLink>
          {SERVICE_LINKS.map(({ name, href }) => (
            <FooterLink key={name} href={href}>
              {t(`shell.${name}`)}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn
          title={t('shell.footer.information')}
          className="max-md:col-span-full max-md:[&>ul]:columns-2 max-md:[&>ul]:gap-x-6"
        >
          {CONTENT_PAGES.filter(({ type }) => website.pages.includes(type)).map(({ name, path }) => (
            <FooterLink key={name} href={path}>
              {t(`content.pages.${name}`)}
            </FooterLink>
          ))}
          {website.legal && <FooterLink href="/legal-notice">{t('content.legal.title')}</FooterLink>}
          <li className="noscript:hidden">
            <button type="button" className={footerLinkClass} onClick={() => show('choosing')}>
              {t('shell.footer.privacyChoices')}
            </button>
          </li>
          <FooterLink href="/prod-api/docs">{t('shell.footer.apiDocs')}</FooterLink>
        </FooterColumn>
      </div>
      <div className="border-t border-line">
        <div className="shell flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <p className="text-sm text-muted">
            <span className="me-2 inline-block">
              <bdi dir="ltr" className="figures">
                {t('shell.footer.copyright', { years, company })}
              </bdi>
            </span>
            {t('shell.footer.rights')}
          </p>
          {/* Hidden, not left out: the visitor may have gone on before this comes alive, and its HTML is of the page before. */}
          <div hidden={!marks} suppressHydrationWarning>
            <PaymentMarks label={t('shell.payWith')} />
          </div>
        </div>
      </div>
    </footer>
  )
}
