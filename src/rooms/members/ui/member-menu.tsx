import { useLocation, useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import { Badge } from '#ui/badge.tsx'
import { MenuItem, MenuList } from '#ui/menu-list.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast.ts'
import { MEMBER_LINKS } from './member-links.ts'
import { logOut } from './member-store.ts'
import { useUnread } from './unread.ts'
import { useMemberWords } from './words.ts'

/** Down the side of the member centre; on phones a row that rolls, to where one is. */
export function MemberMenu() {
  const t = useMemberWords()
  const nav = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    const showCurrent = () => {
      const current = nav.current?.querySelector('[aria-current]')
      if (nav.current && current) nav.current.scrollLeft += middleOf(current) - middleOf(nav.current)
    }
    // Whoever has rolled it before the page was alive is on his way to something.
    if (nav.current?.scrollLeft === 0) showCurrent()
    // After the router, which rolls what rolls on both pages to where it was on the one before.
    return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) showCurrent()
    })
  }, [router])
  return (
    <nav ref={nav} aria-label={t('nav.label')} className="relative max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
      <MenuList className="max-lg:w-max max-lg:flex-row max-lg:p-0">
        <MemberMenuItems />
      </MenuList>
    </nav>
  )
}

const middleOf = (element: Element) => {
  const { left, right } = element.getBoundingClientRect()
  return (left + right) / 2
}

/** The pages, and the way out. */
export function MemberMenuItems() {
  const t = useMemberWords()
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const unread = useUnread()

  const [leaving, setLeaving] = useState(false)

  async function leave() {
    if (leaving) return
    setLeaving(true)
    try {
      await logOut()
      await router.navigate({ to: '/' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      toast({ tone: 'bad', message: t(error.status === 0 ? 'error.offline' : 'error.unexpected') })
    } finally {
      setLeaving(false)
    }
  }

  return (
    <>
      {MEMBER_LINKS.map(({ href, label, Icon }) => (
        <MenuItem key={href} href={href} current={pathname === href} icon={<Icon size={18} aria-hidden="true" />}>
          {href === '/my-notice' ? (
            <span className="relative flex grow items-center gap-2 whitespace-nowrap max-lg:pe-8">
              {t(label)}
              {unread.count > 0 && (
                // In the row its room is there before: what stands behind it would move.
                <Badge className="figures ms-auto max-lg:absolute max-lg:end-0">
                  <bdi aria-hidden="true">{unread.drawn}</bdi>
                  <span className="sr-only">{unread.said}</span>
                </Badge>
              )}
            </span>
          ) : (
            <span className="whitespace-nowrap">{t(label)}</span>
          )}
        </MenuItem>
      ))}
      <MenuItem
        busy={leaving}
        onPress={() => void leave()}
        icon={leaving ? <Spinner /> : <LogOut size={18} aria-hidden="true" />}
      >
        <span className="whitespace-nowrap">{t('nav.logout')}</span>
      </MenuItem>
    </>
  )
}
