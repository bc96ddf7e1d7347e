// /legal-notice: who sells here, as the law wants him named.
import type { ReactNode } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Email } from '#ui/email.tsx'
import type { LegalSeller } from '../contract.ts'

export function LegalNoticePage({ seller }: { seller: LegalSeller }) {
  const t = useWords()
  const { company, address, registration, vatId, responsible, email, phone } = seller
  const title = t('content.legal.title')
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: title }]}
      />
      <h1 className="mt-3 mb-2 text-2xl sm:text-3xl">{title}</h1>
      <p className="mb-6 max-w-[68ch] text-muted lg:mb-8">{t('content.legal.description')}</p>
      <dl className="grid max-w-3xl gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-5 sm:grid-cols-2 sm:p-6">
        <Fact name={t('content.legal.company')}>
          {/* Each line in its own direction: an address stays as it was written, whatever the page's language. */}
          {[company, ...address].map((line) => (
            <span key={line} className="block first:font-medium">
              <bdi>{line}</bdi>
            </span>
          ))}
        </Fact>
        {responsible && (
          <Fact name={t('content.legal.responsible')}>
            <bdi>{responsible}</bdi>
          </Fact>
        )}
        <Fact name={t('content.contact.email')}>
          <a href={`mailto:${email}`} className={textLinkClass}>
            <Email address={email} />
          </a>
        </Fact>
        {phone && (
          <Fact name={t('content.contact.phone')}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`figures ${textLinkClass}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </Fact>
        )}
        {registration && (
          <Fact name={t('content.legal.registration')}>
            <bdi>{registration}</bdi>
          </Fact>
        )}
        {vatId && (
          <Fact name={t('content.legal.vatId')}>
            <bdi className="figures">{vatId}</bdi>
          </Fact>
        )}
      </dl>
    </PageMain>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
