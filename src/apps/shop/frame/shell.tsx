import { getRouteApi, Outlet } from '@tanstack/react-router'
import { CONTENT_ID } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { SAID_ID } from '#rooms/members/ui/said.ts'
import { useVisitLog } from '#rooms/visits/ui/use-visit-log.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Arrival } from './arrival.tsx'
import { Consent } from './consent/consent.tsx'
import { FooterLater } from './footer/footer-later.tsx'
import { CategoryBar } from './header/category-bar.tsx'
import { MainBar } from './header/main-bar.tsx'
import { TopBar } from './header/top-bar.tsx'
import { useNavIndex } from './header/use-nav-index.ts'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { TestNotice } from './test-notice.tsx'
import { ToastsLater } from './toasts-later.tsx'

const root = getRouteApi('__root__')

/** What stands around every page. The page itself brings its `PageMain`. */
export function Shell() {
  const t = useWords()
  const { mode } = root.useRouteContext()
  useVisitLog()
  useNavIndex()
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className={`${buttonClass({ variant: 'primary' })} fixed! start-4 top-3 z-50 not-focus:sr-only`}
      >
        {t('shell.skip')}
      </a>
      <NavigationProgress />
      {/* No box of its own: the bar within stays in sight for as long as the page, not the header, is in sight. */}
      <header className="contents print:hidden">
        <TopBar />
        <MainBar />
        <CategoryBar />
        {mode === 'demo' && <TestNotice />}
      </header>
      <div id={SAID_ID} />
      <div id={CONTENT_ID} tabIndex={-1} className="min-h-[60dvh] outline-none">
        <Outlet />
      </div>
      <Consent />
      <FooterLater />
      <Arrival />
      <OfflineNotice />
      <ToastsLater />
    </>
  )
}
