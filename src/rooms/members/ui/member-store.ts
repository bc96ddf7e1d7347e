// Who is logged in, as the browser knows it: asked once, shared by the frame and by every page, and again after a change.
import { useEffect, useSyncExternalStore } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { markMember, saysMember } from '#browser/member-mark.ts'
import { readCookie } from '#platform/http/cookies.ts'
import { forgetTyped, hasLeft, keepTypedOf } from '#ui/typed-here.ts'
import type { User } from '../schemas.ts'
import { endOffer, offerSecurity } from './security-offer.ts'

export type Membership =
  | { state: 'unknown' }
  | { state: 'visitor' }
  | { state: 'member'; user: User }
  | { state: 'failed'; problem: CallRefused }

const UNKNOWN: Membership = { state: 'unknown' }
let now: Membership = UNKNOWN
let asking: Promise<void> | undefined
/** Whom the cookie named when this was found out. */
let namedThen = ''
const listeners = new Set<() => void>()

function become(next: Membership) {
  if (next.state === 'member') keepTypedOf(next.user.username)
  now = next
  markMember()
  for (const listener of listeners) listener()
}

/** Asks who is logged in, unless it is being asked. */
export function askWhoIsThere(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask() {
  namedThen = named()
  // Nobody says that he is a member: the server need not be asked.
  if (!saysMember()) return become({ state: 'visitor' })
  try {
    const user = await call('GET /api/getInfo', {})
    // What stands and was typed on a member's page is not for another.
    if (now.state === 'member' && now.user.username !== user.username) return location.reload()
    become({ state: 'member', user })
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.status === 401) become({ state: 'visitor' })
    // What was known of him stays, and his page with what he types there.
    else if (now.state !== 'member') become({ state: 'failed', problem: error })
  }
}

const named = (): string => readCookie(document.cookie, 'username') ?? ''

/** Whoever comes back to this tab may have logged in or out in another one. */
async function lookAgain() {
  await asking
  const left = hasLeft()
  if (now.state === 'unknown' || named() === namedThen) return
  // What he typed stays where his session has ended by itself, and goes with him where he logged out.
  if (now.state === 'member' && (left || saysMember())) location.reload()
  else await askWhoIsThere()
}

if (typeof window !== 'undefined') {
  // A call says that his session has ended since the page was opened (browser/calls.ts; specification §7): its pages lead to the login, and back from there.
  window.addEventListener('401', () => {
    if (now.state === 'member') void askWhoIsThere()
  })
  for (const sign of ['focus', 'pageshow', 'storage']) window.addEventListener(sign, () => void lookAgain())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void lookAgain()
  })
}

/** For who needs to know it once. */
export async function whoIsThere(): Promise<Membership> {
  if (now.state === 'unknown') await askWhoIsThere()
  return now
}

/** What the login has answered. */
export function showMember(user: User) {
  offerSecurity(user)
  namedThen = named()
  become({ state: 'member', user })
}

/** How many notices he has not read, as it was found out elsewhere. */
export function showUnread(unread: number) {
  if (now.state === 'member' && now.user.unread !== unread) become({ state: 'member', user: { ...now.user, unread } })
}

/** Ends the session here and on the server, and forgets whoever was logged in. */
export async function logOut(): Promise<void> {
  await call('GET /api/logout', { query: {} })
  endOffer()
  forgetTyped()
  namedThen = named()
  become({ state: 'visitor' })
}

/** While the page is made, and until the answer is there: unknown. */
export function useMembership(): Membership {
  const membership = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
    () => UNKNOWN,
  )
  useEffect(() => {
    if (now.state === 'unknown') void askWhoIsThere()
  }, [])
  return membership
}
