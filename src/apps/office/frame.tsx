// The frame around every page of whoever is signed in: where to go, who he is, and the way out. A session that ends is renewed over
// the page, which stays as it is below.
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { CircleUserRound, LogOut, Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { Coming, onceThere } from '#rooms/staff/office/coming.tsx'
import { LanguageChoice } from '#rooms/staff/office/door.tsx'
import { OfficeDialog } from '#rooms/staff/office/office-dialog.tsx'
import { OfficeLogo, useLogo } from '#rooms/staff/office/office-logo.tsx'
import { overPage } from '#rooms/staff/office/over-page.ts'
import { ProveOver } from '#rooms/staff/office/prove-over.tsx'
import { sayRole } from '#rooms/staff/office/say-role.ts'
import { useActivity, useMe } from '#rooms/staff/office/session.ts'
import { SignInOver } from '#rooms/staff/office/sign-in-over.tsx'
import { TITLED } from '#rooms/staff/office/title.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import type { Me } from '#rooms/staff/office.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Drawer } from '#ui/drawer.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'
import { isOpen, placeAt, placesOf } from './places.ts'
import { ShortcutChoice } from './shortcut-choice.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export function Frame() {
  const t = useOfficeWords()
  const { data: me, error, refetch } = useMe()
  const known = useRef<Me>(undefined)
  known.current = me ?? known.current
  useActivity(known.current?.idleSeconds)
  if (!known.current) {
    if (error instanceof CallRefused && error.status === 401) return <ToDoor />
    if (error)
      return (
        <ErrorState
          title={sayRefusal(t, error)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
          headingLevel={1}
        />
      )
    return null
  }
  return <Room me={known.current} />
}

/** Once, with the address that was wanted: it is another as soon as one is on the way. */
function ToDoor() {
  const router = useRouter()
  useEffect(() => {
    const { href } = router.state.location
    void router.navigate({ to: '/sign-in', search: { to: href }, replace: true })
  }, [router])
  return null
}

/** An uploaded logo says the name by itself. */
function Name({ shop }: { shop: string }) {
  const t = useOfficeWords()
  const isSaid = Boolean(useLogo().data?.light)
  return (
    <p className={cx('flex min-w-0', isSaid ? 'flex-col gap-1' : 'items-center gap-2.5')}>
      <OfficeLogo />
      <span className="min-w-0">
        {!isSaid && (
          <span className="block truncate font-semibold">
            <bdi>{shop}</bdi>
          </span>
        )}
        <span className="block text-xs text-muted max-lg:sr-only">{t('frame.office')}</span>
      </span>
    </p>
  )
}

function Room({ me }: { me: Me }) {
  const t = useOfficeWords()
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  const [over, setOver] = useState<ReactNode>()
  useEffect(() => {
    overPage.put = setOver
  }, [])
  return (
    <div className="min-h-dvh bg-ground lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <a href="#content" className="sr-only focus:not-sr-only focus:fixed focus:z-10 focus:bg-surface focus:p-3">
        {t('frame.skip')}
      </a>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line bg-surface px-4 py-2 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-4 lg:border-e lg:py-4">
        <Name shop={me.shop} />
        <PaletteButton me={me} />
        <div className="max-lg:hidden">
          <Menu me={me} />
        </div>
        <div className="ms-auto flex min-w-0 items-center gap-1 lg:ms-0 lg:mt-auto lg:grid lg:gap-3 lg:border-t lg:border-line lg:pt-4">
          <Who me={me} />
          <div className="flex items-center gap-1">
            <PhoneMenu me={me} />
            <ThemeChoice />
            <ShortcutChoice />
            <SignOut />
          </div>
          <div className="max-lg:hidden">
            <LanguageChoice />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-5 outline-none sm:px-6 lg:py-6">
        {!place || isOpen(me)(place) ? (
          <Outlet />
        ) : (
          <ErrorState title={t('frame.notAllowed')} headingLevel={1}>
            {t('frame.askOwner')}
          </ErrorState>
        )}
      </main>
      <Announcer />
      <ProveOver />
      <SignInOver email={me.email} isDemo={me.isDemo} />
      {over}
    </div>
  )
}

function Menu({ me, onGo }: { me: Me; onGo?: () => void }) {
  const t = useOfficeWords()
  return (
    <nav aria-label={t('frame.menu')}>
      <ul className="grid gap-1">
        {placesOf(me).map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              onClick={onGo}
              className="flex min-h-10 items-center gap-2.5 rounded-control px-3 text-muted hover:bg-tint hover:text-ink pointer-coarse:min-h-11"
              activeProps={{ className: 'bg-tint font-medium text-ink!' }}
            >
              <Icon size={18} className="shrink-0" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PhoneMenu({ me }: { me: Me }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="lg:hidden">
      <IconButton label={t('frame.openMenu')} size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon size={20} />
      </IconButton>
      <Drawer open={isOpen} onOpenChange={setOpen} title={t('frame.menu')} closeLabel={t('frame.close')}>
        {isOpen && <Menu me={me} onGo={() => setOpen(false)} />}
        <div className="mt-6 border-t border-line pt-5">
          <LanguageChoice />
        </div>
      </Drawer>
    </div>
  )
}

const Palette = lazy(async () => ({ default: (await onceThere(() => import('./palette.tsx'))).Palette }))

/** Ctrl K is no key of one letter, so it works also where those are switched off. */
function PaletteButton({ me }: { me: Me }) {
  const t = useOfficeWords()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Nothing is left behind a question that is open.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-control border border-line px-3 text-muted hover:bg-tint hover:text-ink max-lg:hidden"
      >
        <Search size={18} className="shrink-0" aria-hidden="true" />
        {t('palette.title')}
        <kbd className="ms-auto text-xs">Ctrl K</kbd>
      </button>
      <OfficeDialog open={isOpen} onOpenChange={setOpen} title={t('palette.title')}>
        {isOpen && (
          <Suspense fallback={<Coming headingLevel={3} />}>
            <Palette me={me} onGo={() => setOpen(false)} />
          </Suspense>
        )}
      </OfficeDialog>
    </>
  )
}

function Who({ me }: { me: Me }) {
  const t = useOfficeWords()
  return (
    <Link to="/me" className="min-w-0 rounded-control p-1.5 hover:bg-tint max-sm:pointer-coarse:p-2.75 lg:-mx-1.5">
      <CircleUserRound size={22} className="sm:hidden" aria-hidden="true" />
      <span className="sr-only">{t('staff.me.title')}: </span>
      <span className="block truncate text-sm font-medium max-sm:sr-only">
        <bdi>{me.name}</bdi>
      </span>
      <span className="block truncate text-xs text-muted max-sm:hidden">{sayRole(t, me.role)}</span>
    </Link>
  )
}

function SignOut() {
  const t = useOfficeWords()
  const router = useRouter()
  const queries = useQueryClient()
  async function leave() {
    try {
      await officeCall('DELETE /office/session', {})
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      // Who leaves must know when he has not.
      if (error.status !== 401) return toast({ message: t('frame.notSignedOut'), tone: 'bad' })
    }
    queries.clear()
    await router.navigate({ to: '/sign-in', replace: true })
  }
  return (
    <IconButton label={t('frame.signOut')} size="sm" onClick={() => void leave()}>
      <LogOut size={18} />
    </IconButton>
  )
}

/** Whoever hears the page is told that it is another, by its title; the focus goes to its beginning. */
function Announcer() {
  const { pathname } = useLocation()
  const said = useRef<HTMLParagraphElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    const say = () => {
      if (said.current) said.current.textContent = document.title
    }
    addEventListener(TITLED, say)
    return () => removeEventListener(TITLED, say)
  }, [])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('content')?.focus()
  }, [pathname])
  return <p ref={said} role="status" className="sr-only" />
}
