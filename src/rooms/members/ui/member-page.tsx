// Around every page of the member centre: its menu, and the way to the login for who is not logged in.
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { siteFacts } from '#platform/i18n/site-facts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import type { User } from '../schemas.ts'
import { MemberMenu } from './member-menu.tsx'
import { askWhoIsThere, type Membership, useMembership } from './member-store.ts'
import { useMemberWords } from './words.ts'

type MemberPageProps = {
  title: string
  /** Beside the title, such as a button that adds something. */
  action?: ReactNode
  children: ReactNode | ((user: User) => ReactNode)
}

export function MemberPage({ title, action, children }: MemberPageProps) {
  const membership = useMembership()
  useTitle(title)
  useWayToLogin(membership.state === 'visitor')
  return (
    <PageMain className="shell grid content-start gap-x-10 gap-y-6 pt-6 pb-16 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <MemberMenu />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          {membership.state === 'member' && action}
        </div>
        <div className="mt-6">
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

/** Of about the size of what most pages show. */
export function MemberSkeleton() {
  const t = useMemberWords()
  return (
    <SkeletonGroup label={t('member.loading')} className="grid gap-4">
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
