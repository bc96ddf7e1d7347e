// Serves lists as files: to whoever may take them along, and later to whoever had them written and still may see the list.
import type { Database } from '#platform/database/database.ts'
import { CallError, invalid, notFound } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { audit, whoAsks } from '#rooms/audit/hands.ts'
import type { listFiles } from './files.ts'
import type { AnyList } from './hands.ts'
import { FILE_HOURS, MOST_FILES } from './limits.ts'
import { listsOffice } from './office.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000

interface Served {
  db: Database
  files: ReturnType<typeof listFiles>
  listOf(name: string): AnyList | undefined
}

export interface Asked {
  query: store.Search
  columns: readonly string[]
}

/** By what a list is taken along, as the contract says it. */
function exportOf(list: string): string {
  const call = Object.entries(listsOffice).find(([name]) => name === `POST /office/lists/${list}/file`)?.[1]
  if (typeof call?.access !== 'object') throw notFound()
  return call.access.staff
}

export function fileCalls({ db, files, listOf }: Served) {
  const take =
    (list: string) =>
    async ({ body }: { body: Asked }, caller: Caller) => {
      const { permissions, isDemo } = staffOf(caller)
      const known = listOf(list)
      if (!known) throw notFound()
      if (!permissions.has(known.read)) throw new CallError(403, 'error.forbidden')
      check(known, body)
      const taken = await files.take({ ...body, list, isDemo, locale: caller.locale }, whoAsks(caller))
      return { ...taken, name: nameOf(list, new Date()) }
    }

  /** Another's is none, and what its list shows now is for nobody who does not see that any more. */
  async function own(id: string, caller: Caller): Promise<store.ListFile> {
    const { staffId, permissions } = staffOf(caller)
    const file = await store.fileById(db, id)
    if (!file || file.staffId !== staffId) throw notFound()
    const read = listOf(file.list)?.read
    if (!read || !permissions.has(read) || !permissions.has(exportOf(file.list)))
      throw new CallError(403, 'error.forbidden')
    return file
  }

  return {
    'POST /office/lists/orders/file': take('orders'),
    'POST /office/lists/products/file': take('products'),
    'POST /office/lists/batches/file': take('batches'),
    'POST /office/lists/inbox/file': take('inbox'),
    'POST /office/lists/audit/file': take('audit'),

    'GET /office/files': async (_: unknown, caller: Caller) => ({
      files: (await store.filesOf(db, staffOf(caller).staffId, MOST_FILES)).map(shown),
    }),

    'GET /office/files/{id}': async ({ params }: { params: { id: string } }, caller: Caller) =>
      shown(await own(params.id, caller)),

    'GET /office/files/{id}/parts/{part}': async (
      { params: { id, part } }: { params: { id: string; part: number } },
      caller: Caller,
    ) => {
      const file = await own(id, caller)
      if (file.state !== 'done') throw notFound()
      return { text: await files.part(id, part) }
    },

    'DELETE /office/files/{id}': async ({ params: { id } }: { params: { id: string } }, caller: Caller) => {
      const file = await own(id, caller)
      await db.transaction(async (tx) => {
        await store.deleteFile(tx, id)
        await audit(tx, {
          ...{ by: whoAsks(caller), act: 'list.dropFile', subject: { kind: 'list', id: file.list } },
          before: { file: id, rows: file.rows },
        })
      })
      return null
    },
  }
}

/** Throws 400 for what the list does not take, before anything is read. */
export function check({ query, columns }: AnyList, asked: Asked): void {
  const parsed = query.safeParse(asked.query)
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.map(({ path }) => ({ path: ['query', ...path].join('.'), message: 'error.invalid' })),
    )
  if (asked.columns.some((name) => !Object.hasOwn(columns, name)))
    throw invalid([{ path: 'columns', message: 'error.invalid' }])
}

const nameOf = (list: string, at: Date) => `${list}-${at.toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv`

const shown = ({ id, list, state, rows, parts, isCut, madeAt, doneAt }: store.ListFile) => ({
  ...{ id, list, name: nameOf(list, madeAt), state, rows, parts, isCut, madeAt: madeAt.toISOString() },
  until: doneAt && new Date(doneAt.getTime() + FILE_HOURS * HOUR_MS).toISOString(),
})
