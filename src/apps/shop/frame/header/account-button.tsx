// The ways to one's account and wishlist. The page is the same for everybody: what is a member's own comes by code and words
// that visitors never download.
import { Heart, UserRound } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { saysMember, subscribeToMark } from '#browser/member-mark.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { iconButtonClass } from '#ui/button-class.ts'
import { HoverPanel } from '#ui/hover-panel.tsx'
import { UiLink } from '#ui/link.tsx'
import { topBarButton } from './top-bar-button.ts'

const AccountPanel = lazy(() => onceOnline(() => import('#rooms/members/ui/account-panel.tsx')))
const UnreadMark = lazy(async () => ({ default: (await loadNews()).UnreadMark }))
const MemberNews = lazy(async () => ({ default: (await loadNews()).MemberNews }))

const loadNews = () => onceOnline(() => import('#rooms/members/ui/member-news.tsx'))

/** `compact`: on phones, in the bar that scrolls away. */
export function AccountButton({ compact }: { compact?: boolean }) {
  return compact ? <SmallLink /> : <Buttons />
}

function SmallLink() {
  const t = useWords()
  return (
    <UiLink href="/my-account" className={`${topBarButton} relative`}>
      <UserRound size={16} aria-hidden="true" />
      <span className="sr-only">{t('shell.account')}</span>
      <Unread />
    </UiLink>
  )
}

/** Both lead to the login who is none; members see a panel with their pages where one can hover. */
function Buttons() {
  const t = useWords()
  const [near, setNear] = useState(false)
  const isMember = useIsMember()
  const approach = () => setNear(isMember)
  const label = t('shell.account')
  const wishes = t('wishlist.heart')
  return (
    <>
      <UiLink href="/my-wishlist" aria-label={wishes} title={wishes} className={iconButtonClass()}>
        <Heart size={20} aria-hidden="true" />
      </UiLink>
      <HoverPanel
        label={label}
        className="max-lg:hidden"
        trigger={
          <UiLink
            href="/my-account"
            title={label}
            className={iconButtonClass()}
            onMouseEnter={approach}
            onFocus={approach}
          >
            <UserRound size={20} aria-hidden="true" />
            <span className="sr-only">{label}</span>
            <Unread />
          </UiLink>
        }
      >
        {near && isMember && (
          <Suspense fallback={<div className="h-60 w-72" />}>
            <AccountPanel />
          </Suspense>
        )}
      </HoverPanel>
      {isMember && (
        <Suspense>
          <MemberNews />
        </Suspense>
      )}
    </>
  )
}

function Unread() {
  return (
    useIsMember() && (
      <Suspense>
        <UnreadMark />
      </Suspense>
    )
  )
}

const useIsMember = () => useSyncExternalStore(subscribeToMark, saysMember, () => false)
