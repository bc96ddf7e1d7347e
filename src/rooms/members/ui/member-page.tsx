// Around every page of the member centre: its menu, and the way to the login for who is not logged in.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CallRefused } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import type { User } from '../schemas.ts'
import { MemberMenu } from './member-menu.tsx'
import { askWhoIsThere, type Membership, useMembership } from './member-store.ts'
import { focusHeading } from './row-focus.ts'
import { useMemberWords } from './words.ts'

type MemberPageProps = {
  title: string
  /** Beside the title, such as a button that adds something. */
  action?: ReactNode
  children: ReactNode | ((user: User) => ReactNode)
}

export function MemberPage({ title, action, children }: MemberPageProps) {
  const t = useMemberWords()
  const membership = useMembership()
  useTitle(title)
  useWayToLogin(membership.state === 'visitor')
  return (
    // As high as the window: what comes late into it moves no footer that somebody sees.
    <PageMain className="shell grid min-h-svh grid-cols-1 content-start gap-x-10 gap-y-6 pt-6 pb-16 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <MemberMenu />
      <div className="min-w-0">
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-3 pointer-coarse:min-h-11.5">
          <h1 tabIndex={-1} className="min-w-0 text-2xl outline-none sm:text-3xl">
            {title}
          </h1>
          {membership.state === 'member' && action}
        </div>
        <div className="mt-6">
          <noscript>
            <Notice tone="warn">{t('login.noScript')}</Notice>
          </noscript>
          <Inside membership={membership}>{children}</Inside>
        </div>
      </div>
    </PageMain>
  )
}

type InsideProps = { membership: Membership; children: MemberPageProps['children'] }

function Inside({ membership, children }: InsideProps) {
  if (membership.state === 'member') return typeof children === 'function' ? children(membership.user) : children
  if (membership.state === 'failed') return <MemberProblem retry={() => void askWhoIsThere()} />
  return <MemberSkeleton />
}

/** Where something of the member's could not be loaded. */
export function MemberProblem({ retry }: { retry: () => void }) {
  const t = useMemberWords()
  return (
    <ErrorState title={t('member.failed')} retry={<Button onClick={retry}>{t('member.retry')}</Button>}>
      {t('member.failedText')}
    </ErrorState>
  )
}

type ListNotThereProps = {
  problem: CallRefused | undefined
  retry: () => void
  /** The way to its other pages. */
  children: ReactNode
}

/** In the place of a list's page that is still asked for, or could not be loaded: then another may be chosen. */
export function ListNotThere({ problem, retry, children }: ListNotThereProps) {
  if (!problem) return <MemberSkeleton />
  return (
    <>
      <MemberProblem retry={retry} />
      {children}
    </>
  )
}

type NotRenewedProps = {
  /** Of what stays on the page. */
  problem: CallRefused | undefined
  loading: boolean
  retry: () => void
}

/** Above a list that could not be asked for anew: it stays, for somebody reads it. */
export function NotRenewed({ problem, ...again }: NotRenewedProps) {
  return problem ? <AskAgain {...again} /> : null
}

function AskAgain({ loading, retry }: Omit<NotRenewedProps, 'problem'>) {
  const t = useMemberWords()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed === document.activeElement) focusHeading()
    }
  }, [])
  return (
    <Notice
      tone="warn"
      live
      className="mb-4"
      action={
        <Button ref={button} size="sm" onClick={retry} loading={loading} loadingLabel={t('member.loading')}>
          {t('member.retry')}
        </Button>
      }
    >
      {t('member.notRenewed')}
    </Notice>
  )
}

/** Of about the size of what most pages show. */
export function MemberSkeleton() {
  const t = useMemberWords()
  return (
    <SkeletonGroup label={t('member.loading')} className="grid gap-4 noscript:hidden">
      <SkeletonBlock className="h-24" />
      <SkeletonBlock className="h-24" />
      <SkeletonBlock className="h-24" />
    </SkeletonGroup>
  )
}

/** The server's title is the same for all of these pages: their words come with their code. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${siteFacts().name}`
  }, [title])
}

/** A visitor is sent to the login, and from there back to where he wanted to be. */
function useWayToLogin(isVisitor: boolean) {
  const router = useRouter()
  const [begun] = useState(router.state.location)
  useEffect(() => {
    if (!isVisitor) return
    // Where he is: not where he is being sent, for this page stays until the other is there; and not where he was before,
    // which counts as resolved until this page is drawn.
    const resolved = router.state.resolvedLocation
    const { href } = resolved?.pathname === begun.pathname ? resolved : begun
    void router.navigate({ to: '/login', search: { to: href }, replace: true })
  }, [isVisitor, router, begun])
}
