// The way to one's account, on every page. The page is the same for everybody: who is logged in shows when a hand comes near,
// by code and words that visitors never download.
import { UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { iconButtonClass } from '#ui/button-class.ts'
import { HoverPanel } from '#ui/hover-panel.tsx'
import { UiLink } from '#ui/link.tsx'

const AccountPanel = lazy(() => onceOnline(() => import('#rooms/members/ui/account-panel.tsx')))

/** A link to the member centre, which sends visitors to the login; members see a panel with its pages where one can hover. */
export function AccountButton() {
  const t = useWords()
  const [near, setNear] = useState(false)
  const approach = () => setNear(saysMember())
  const label = t('shell.account')
  return (
    <HoverPanel
      label={label}
      className="max-lg:hidden"
      trigger={
        <UiLink
          href="/my-account"
          aria-label={label}
          title={label}
          className={iconButtonClass()}
          onMouseEnter={approach}
          onFocus={approach}
        >
          <UserRound size={20} aria-hidden="true" />
        </UiLink>
      }
    >
      {near && (
        <Suspense fallback={<div className="h-60 w-72" />}>
          <AccountPanel />
        </Suspense>
      )}
    </HoverPanel>
  )
}
