// The page of an order leads back to the list that was looked at last.
import { rememberList } from '#rooms/staff/office/last-list.ts'
import type { OrdersSearch } from './filter.ts'

export const { note: noteList, last: lastList } = rememberList<OrdersSearch>()
