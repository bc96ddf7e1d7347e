// The page of an order leads back to the list that was looked at last.
import { rememberList } from '#rooms/staff/office/last-list.ts'

export const { note: noteList, last: lastList } = rememberList<{
  status: string | undefined
  q: string | undefined
  after: string | undefined
}>()
