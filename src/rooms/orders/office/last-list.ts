import { rememberList } from '#rooms/staff/office/last-list.ts'

/** The list to which the page of an order leads back. */
export const ordersSeen = rememberList<{
  status: string | undefined
  q: string | undefined
  after: string | undefined
}>()
