import { MailOpen } from 'lucide-react'
import { saysMember } from '#browser/member-mark.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { hereAfterLogin } from './here-after-login.ts'
import { SupportLine } from './support-line.tsx'

export function NotHere({ orderNo, headingLevel }: { orderNo?: string | undefined; headingLevel?: 1 }) {
  const t = useWords()
  return (
    <EmptyState
      {...(headingLevel && { headingLevel })}
      icon={<MailOpen size={24} />}
      title={t('pay.result.notHereTitle')}
      action={
        <>
          <UiLink
            href={`/order${orderNo ? `?${new URLSearchParams({ order_no: orderNo })}` : ''}`}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('findOrder.title')}
          </UiLink>
          {/* What a browser may not see may be its member's, whose session has ended. */}
          {!saysMember() && (
            <UiLink href={hereAfterLogin()} className={buttonClass()}>
              {t('shell.logIn')}
            </UiLink>
          )}
          <HomeLink />
        </>
      }
    >
      <p>{t('pay.result.notHere')}</p>
      <SupportLine />
    </EmptyState>
  )
}

export function HomeLink({ primary = false }: { primary?: boolean }) {
  const t = useWords()
  return (
    <UiLink href="/" className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}>
      {t('pay.result.home')}
    </UiLink>
  )
}
