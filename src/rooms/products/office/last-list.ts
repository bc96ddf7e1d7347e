// The page of a product leads back to the list that was looked at last.
import { rememberList } from '#rooms/staff/office/last-list.ts'
import type { ProductsSearch } from './list.ts'

export const { note: noteList, last: lastList } = rememberList<ProductsSearch>()
