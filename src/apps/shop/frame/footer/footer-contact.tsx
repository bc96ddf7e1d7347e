import { Building2, Clock, Mail, MessageCircle, Phone, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import type { WebsiteShell } from '#rooms/content/contract.ts'
import { Email } from '#ui/email.tsx'
import { FooterLink, footerLinkClass } from './footer-column.tsx'

/** Who answers, when and how. What the operator has not filled in is not there. */
export function FooterContact({ website }: { website: WebsiteShell }) {
  const t = useWords()
  const said = website.hours ?? (siteFacts().alwaysOpen ? t('shell.footer.always') : null)
  const { phone, email, company, chat, social } = website
  return (
    <>
      <section aria-label={t('shell.footer.contact')}>
        <ul className="text-muted">
          {phone && (
            <Item icon={<Phone size={16} />} name={t('shell.footer.phone')}>
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`whitespace-nowrap ${footerLinkClass}`}>
                <bdi dir="ltr">{phone}</bdi>
              </a>
            </Item>
          )}
          {email && (
            <Item icon={<Mail size={16} />} name={t('shell.footer.email')}>
              <a href={`mailto:${email}`} className={footerLinkClass}>
                <Email address={email} />
              </a>
            </Item>
          )}
          {chat && (
            <Item icon={<MessageCircle size={16} />}>
              <a href={chat} className={footerLinkClass}>
                {t('shell.chat')}
              </a>
            </Item>
          )}
          {said && (
            <Item icon={<Clock size={16} />} name={t('shell.footer.hours')}>
              <bdi className="py-1.5">{said}</bdi>
            </Item>
          )}
          <Item icon={<Undo2 size={16} />}>
            <span className="py-1.5 text-balance">{t('shell.footer.refunds')}</span>
          </Item>
          {company && (
            <Item icon={<Building2 size={16} />} name={t('shell.footer.company')}>
              <span className="py-1.5 whitespace-pre-line">{company}</span>
            </Item>
          )}
        </ul>
      </section>
      {social.length > 0 && (
        <section aria-label={t('shell.footer.social')}>
          <ul className="flex flex-wrap gap-x-4">
            {social.map(({ name, url }) => (
              <FooterLink key={url} href={url} elsewhere>
                {name}
              </FooterLink>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Item({ icon, name, children }: { icon: ReactNode; name?: string; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden="true" className="mt-2 pointer-coarse:mt-3.5">
        {icon}
      </span>
      {name && <span className="sr-only">{name}:</span>}
      <span className="flex min-w-0 items-center wrap-anywhere pointer-coarse:min-h-11">{children}</span>
    </li>
  )
}
