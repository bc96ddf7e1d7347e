// What the calls of the inbox give, by the names that its pages use.
import type { officeCall } from '#browser/office-calls.ts'
import { rememberList } from '#rooms/staff/office/last-list.ts'
import type { Kind, Shelf } from '../wire.ts'

export type Item = Awaited<ReturnType<typeof officeCall<'GET /office/inbox/{kind}/{id}'>>>
export type Row = Awaited<ReturnType<typeof officeCall<'GET /office/inbox'>>>['rows'][number]
/** As the list shows it; `left`: it is in the list no more. */
export type ShownRow = Omit<Row, 'state'> & { state: Row['state'] | 'left' }
export const keyOf = ({ kind, id }: Pick<Row, 'kind' | 'id'>) => `${kind} ${id}`

export type About<K extends Kind> = Extract<Item['about'], { kind: K }>

/** The list to which the page of an item leads back. */
export const inboxSeen = rememberList<{
  state: Shelf | undefined
  kind: Kind | undefined
  q: string | undefined
  columns: string | undefined
  after: string | undefined
}>()
