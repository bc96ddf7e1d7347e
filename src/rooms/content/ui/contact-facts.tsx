import { getRouteApi } from '@tanstack/react-router'
import { Building2, Clock, type LucideIcon, Mail, MessageCircle, Phone, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Email } from '#ui/email.tsx'

const root = getRouteApi('__root__')

// Room for a finger, taken from the gaps around; for a pointer beside its neighbours.
const LINK = `inline-block max-w-full py-0.5 pointer-coarse:-my-2.5 pointer-coarse:py-3 ${textLinkClass}`

/** Every way to reach the shop that the operator has given. */
export function ContactFacts() {
  const t = useWords()
  const { email, phone, hours, company, chat, social } = root.useLoaderData().website
  return (
    <section aria-label={t('content.contact.title')} className="mb-10 max-w-[68ch]">
      <dl className="grid gap-x-8 gap-y-6 rounded-card border border-line bg-surface p-5 sm:grid-cols-2 sm:p-6">
        <Fact Icon={Mail} name={t('content.contact.email')}>
          <a href={`mailto:${email}`} className={LINK}>
            <Email address={email} />
          </a>
        </Fact>
        {phone && (
          <Fact Icon={Phone} name={t('content.contact.phone')}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`figures ${LINK}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </Fact>
        )}
        {hours && (
          <Fact Icon={Clock} name={t('content.contact.hours')}>
            <bdi>{hours}</bdi>
          </Fact>
        )}
        {company && (
          <Fact Icon={Building2} name={t('content.contact.company')}>
            {company}
          </Fact>
        )}
        {chat && (
          <Fact Icon={MessageCircle} name={t('content.contact.chat')}>
            <a href={chat} rel="noopener noreferrer" className={LINK}>
              {t('content.contact.chatLink')}
            </a>
          </Fact>
        )}
        {social.length > 0 && (
          <Fact Icon={Share2} name={t('content.contact.social')}>
            <span className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-x-6 pointer-coarse:gap-y-5">
              {social.map(({ name, url }) => (
                <a key={url} href={url} rel="noopener noreferrer" className={LINK}>
                  {name}
                </a>
              ))}
            </span>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ Icon, name, children }: { Icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="relative min-h-10 ps-13.5">
      <dt className="text-sm text-muted">
        <span className="absolute inset-y-0 start-0 grid size-10 place-items-center rounded-control bg-tint">
          <Icon size={18} aria-hidden="true" />
        </span>
        {name}
      </dt>
      <dd className="text-balance wrap-anywhere">{children}</dd>
    </div>
  )
}
