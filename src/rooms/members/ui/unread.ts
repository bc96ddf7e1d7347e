// How many notices a member has not read, for the frame and the menu.
import { useMembership } from './member-store.ts'
import { useMemberWords } from './words.ts'

/** More are not counted one by one (`MOST_UNREAD_COUNTED` of the notices). */
const MOST = 99

/** The number, how it is drawn, and how it is said. */
export function useUnread(): { count: number; drawn: string; said: string } {
  const t = useMemberWords()
  const membership = useMembership()
  const count = membership.state === 'member' ? membership.user.unread : 0
  const drawn = count > MOST ? `${MOST}+` : String(count)
  return { count, drawn, said: t('notices.unread', { number: drawn }) }
}
