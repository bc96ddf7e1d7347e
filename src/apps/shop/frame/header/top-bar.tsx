import { getRouteApi } from '@tanstack/react-router'
import { Mail, MessageCircle } from 'lucide-react'
import { Logo } from '#browser/logo.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { UiLink } from '#ui/link.tsx'
import { AccountLater } from './account-later.tsx'
import { CurrencyPicker } from './currency-picker.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { ServiceNav } from './service-nav.tsx'
import { topBarButton } from './top-bar-button.ts'

const root = getRouteApi('__root__')

/** For visitors; members have the account's button. */
function AccountLinks({ memberSite }: { memberSite: string }) {
  const t = useWords()
  const look = `${topBarButton} max-lg:hidden member:hidden`
  return (
    <>
      <UiLink href={`${memberSite}/login`} className={look}>
        {t('shell.logIn')}
      </UiLink>
      <UiLink href={`${memberSite}/register`} className={look}>
        {t('shell.signUp')}
      </UiLink>
    </>
  )
}

/** Scrolls away with the page: 48 px, after which the bar below it stays (specification §9). On phones it carries the logo, so that the bar that stays is left to the search. */
export function TopBar() {
  const t = useWords()
  const { website } = root.useLoaderData()

  return (
    <div className="flex min-h-12 bg-surface lg:shadow-[inset_0_-1px_0_var(--color-line)]">
      <div className="shell flex flex-wrap items-center gap-x-4">
        <p className="truncate text-sm text-muted max-xl:hidden">{t('shell.welcome')}</p>
        <ServiceNav compact className="max-lg:hidden xl:hidden" />
        <UiLink href="/" aria-label={t('shell.homeLink')} className="flex py-2 lg:hidden">
          <Logo />
        </UiLink>
        <div className="ms-auto -me-2 flex items-center py-0.5">
          <AccountLinks memberSite={website.memberSite} />
          {website.email && (
            <a
              href={`mailto:${website.email}`}
              aria-label={t('shell.contactEmail', { email: website.email })}
              className={`${topBarButton} max-lg:hidden`}
            >
              <Mail size={16} aria-hidden="true" />
              <bdi>{website.email}</bdi>
            </a>
          )}
          {website.chat && (
            <a href={website.chat} className={`${topBarButton} max-lg:hidden`}>
              <MessageCircle size={16} aria-hidden="true" />
              {t('shell.chat')}
            </a>
          )}
          <div className="lg:hidden">
            <AccountLater compact />
          </div>
          <CurrencyPicker />
          <LanguagePicker />
        </div>
      </div>
    </div>
  )
}
