// The page of a batch leads back to the list that was looked at last.
import { rememberList } from '#rooms/staff/office/last-list.ts'
import type { BatchesSearch } from './batches.ts'

export const { note: noteList, last: lastList } = rememberList<BatchesSearch>()
