// Whether somebody is logged in, as far as a page must know it to show the right links: the cookie `username` says so, and
// proves nothing (decision A8). The page's root carries it as `data-member`, before anything is drawn.
import { readCookie } from '#platform/http/cookies.ts'

/** Runs before the page is drawn. */
export const memberScript =
  "if(/(?:^|; )username=[^;]/.test(document.cookie))document.documentElement.dataset.member=''"

export const saysMember = (): boolean => Boolean(readCookie(document.cookie, 'username'))

/** After a login or its end, without a new page. */
export function markMember(): void {
  if (saysMember()) document.documentElement.dataset.member = ''
  else delete document.documentElement.dataset.member
}

/** A login, or its end, is marked at the root of the page. */
export function subscribeToMark(listener: () => void): () => void {
  const watcher = new MutationObserver(listener)
  watcher.observe(document.documentElement, { attributeFilter: ['data-member'] })
  return () => watcher.disconnect()
}
