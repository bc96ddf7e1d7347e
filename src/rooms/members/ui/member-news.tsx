// What the frame around every page shows of a member: how much he has not read, and, once after a login, what would protect
// his account.
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { CallRefused, call } from '#browser/calls.ts'
import { CornerCount } from '#ui/icon-button.tsx'
import { showUnread, useMembership } from './member-store.ts'
import { SAID_ID } from './said.ts'
import { SecurityHint } from './security-hint.tsx'
import { useUnread } from './unread.ts'

/** A tab that somebody comes back to asks again, but not more often. */
const ASK_AGAIN_MS = 60_000

/** In the way to the account. */
export function UnreadMark() {
  const { count, said } = useUnread()
  if (count === 0) return null
  return (
    <>
      <CornerCount count={count} />
      <span className="sr-only">{said}</span>
    </>
  )
}

/** Says aloud what has come while the page was open, and brings the hint. */
export function MemberNews() {
  const membership = useMembership()
  const { count, said } = useUnread()
  // What was there before he came is shown and not said.
  const [first, setFirst] = useState<number>()
  if (membership.state === 'member' && first === undefined) setFirst(count)
  useEffect(keepCounting, [])
  const place = document.getElementById(SAID_ID)
  return (
    place &&
    createPortal(
      <>
        <span role="status" className="sr-only">
          {first !== undefined && count > first && said}
        </span>
        <SecurityHint />
      </>,
      place,
    )
  )
}

function keepCounting() {
  let asked = Date.now()
  const come = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_MS) return
    asked = Date.now()
    try {
      showUnread((await call('GET /api/profile/message/unread', {})).count)
    } catch (error) {
      // Whether the session is over is found out by whoever does something.
      if (!(error instanceof CallRefused)) throw error
    }
  }
  document.addEventListener('visibilitychange', come)
  return () => document.removeEventListener('visibilitychange', come)
}
