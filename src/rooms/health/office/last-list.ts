// The page of a mail leads back to the list that was looked at last.
import { rememberList } from '#rooms/staff/office/last-list.ts'

export const { note: noteMails, last: lastMails } = rememberList<{
  state: string | undefined
  q: string | undefined
  after: string | undefined
}>()
