// What every list of the back office has: files, columns, views with a name.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_VIEW_NAME, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { FILE_HOURS, MOST_COLUMNS, MOST_ROWS, MOST_VIEWS, ROWS_AT_ONCE } from './limits.ts'

const ListName = z.string().regex(/^[a-z]{1,20}$/)
const ColumnName = z.string().regex(/^[A-Za-z]{1,40}$/)
const Columns = z
  .array(ColumnName)
  .min(1)
  .max(MOST_COLUMNS)
  .refine((names) => new Set(names).size === names.length, 'error.invalid')
/** As the address of its page has it, without the place of a page. */
const Search = z
  .record(z.string().regex(/^[a-z]{1,20}$/), z.string().max(254))
  .refine((search) => Object.keys(search).length <= 12, 'error.invalid')
const Name = z.string().trim().min(1).max(LONGEST_VIEW_NAME)

const File = z.object({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  state: z.enum(['running', 'done']),
  rows: z.number(),
  /** In so many pieces it is fetched. */
  parts: z.number(),
  /** The list goes on, the file does not. */
  isCut: z.boolean(),
  madeAt: z.iso.datetime(),
  /** Until when it can be fetched; null: it is being written. */
  until: z.iso.datetime().nullable(),
})

const View = z.object({ id: z.uuid(), list: z.string(), name: z.string(), search: Search, isShared: z.boolean() })

const params = z.object({ list: ListName })
const byId = z.object({ id: z.uuid() })

const file = <const Permission extends string>(permission: Permission, what: string) => ({
  summary: `${what} as a CSV file: whatever the filter lists, in its order. Up to ${ROWS_AT_ONCE} rows are answered at once, as \`text\`; of more, ${MOST_ROWS} at most, a job writes a file: \`id\`.`,
  access: { staff: permission },
  provedWithin: OFFICE_PROVED_WITHIN,
  perMinute: 20,
  body: z.object({ query: Search, columns: Columns }),
  data: z.object({ name: z.string(), rows: z.number(), text: z.string().nullable(), id: z.uuid().nullable() }),
})

export const listsOffice = defineContract({
  'POST /office/lists/orders/file': file('orders.export', 'Orders'),
  'POST /office/lists/products/file': file('catalogue.export', 'Products'),
  'POST /office/lists/batches/file': file('vault.exportBatches', 'Batches of keys, without the keys,'),
  'POST /office/lists/inbox/file': file('inbox.export', 'What people wrote to the shop, by its first words,'),
  'POST /office/lists/audit/file': file('audit.export', 'What people did'),

  'GET /office/files': {
    summary: `Files of lists that whoever asks has had written within the last ${FILE_HOURS} hours, the newest first`,
    access: 'staff',
    data: z.object({ files: z.array(File) }),
  },
  'GET /office/files/{id}': {
    summary: 'How far one of them is',
    access: 'staff',
    params: byId,
    data: File,
  },
  'GET /office/files/{id}/parts/{part}': {
    summary:
      'One piece of it, from 0; all of them in their order are the file. For whoever had it written and still may.',
    access: 'staff',
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: z.uuid(), part: z.coerce.number().int().min(0).max(1_000_000) }),
    data: z.object({ text: z.string() }),
  },
  'DELETE /office/files/{id}': {
    summary: 'It is gone before its time, also from being written',
    access: 'staff',
    params: byId,
    data: z.null(),
  },

  'GET /office/lists/{list}': {
    summary:
      'Which columns whoever asks sees of a list (null: those that everybody sees at first), and the views of it: his own and shared ones',
    access: 'staff',
    params,
    data: z.object({ columns: z.array(z.string()).nullable(), views: z.array(View) }),
  },
  'GET /office/views': {
    summary: 'The views of every list that whoever asks may see',
    access: 'staff',
    data: z.object({ views: z.array(View) }),
  },
  'POST /office/lists/{list}/columns': {
    summary: 'Which columns whoever asks sees from now on, in this order; null: those of the beginning again',
    access: 'staff',
    params,
    body: z.object({ columns: Columns.nullable() }),
    data: z.null(),
  },
  'POST /office/lists/{list}/views': {
    summary: `A view with a name, for whoever makes it; ${MOST_VIEWS} of a list at most`,
    access: 'staff',
    params,
    body: z.object({ name: Name, search: Search }),
    data: z.object({ id: z.uuid() }),
  },
  'POST /office/lists/{list}/shared-views': {
    summary: `A view with a name, for everybody who may see the list; ${MOST_VIEWS} of a list at most`,
    access: { staff: 'lists.share' },
    params,
    body: z.object({ name: Name, search: Search }),
    data: z.object({ id: z.uuid() }),
  },
  'POST /office/views/{id}': {
    summary: 'Another name for a view of one’s own',
    access: 'staff',
    params: byId,
    body: z.object({ name: Name }),
    data: z.null(),
  },
  'DELETE /office/views/{id}': {
    summary: 'A view of one’s own is gone',
    access: 'staff',
    params: byId,
    data: z.null(),
  },
  'POST /office/shared-views/{id}': {
    summary: 'Another name for a shared view',
    access: { staff: 'lists.share' },
    params: byId,
    body: z.object({ name: Name }),
    data: z.null(),
  },
  'DELETE /office/shared-views/{id}': {
    summary: 'A shared view is gone, for everybody',
    access: { staff: 'lists.share' },
    params: byId,
    data: z.null(),
  },
})

type ListsOffice = typeof listsOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends ListsOffice {}
}
