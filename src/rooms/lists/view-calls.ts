// Serves which columns of a list each person sees, and its views with a name: what the page's address says, kept.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { CallError, invalid, notFound, refused } from '#platform/http/errors.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import { type ActOf, type Audited, audit, whoAsks } from '#rooms/audit/hands.ts'
import { fileCalls } from './file-calls.ts'
import type { listFiles } from './files.ts'
import type { AnyList } from './hands.ts'
import { MOST_VIEWS } from './limits.ts'
import { lookedFor } from './looked-for.ts'
import { listsOffice } from './office.ts'
import * as store from './store.ts'

interface Served {
  db: Database
  files: ReturnType<typeof listFiles>
  lists(): Readonly<Record<string, AnyList>>
}

export function listsOfficeCalls({ db, files, lists }: Served) {
  const listOf = (name: string) => (Object.hasOwn(lists(), name) ? lists()[name] : undefined)

  function seen(name: string, caller: Caller): AnyList {
    const list = listOf(name)
    if (!list) throw notFound()
    if (!staffOf(caller).permissions.has(list.read)) throw new CallError(403, 'error.forbidden')
    return list
  }

  const views = async (names: readonly string[], caller: Caller) =>
    (await store.viewsOf(db, staffOf(caller).staffId, names, names.length * 2 * MOST_VIEWS)).map(
      ({ staffId, ...view }) => ({ ...view, isShared: staffId === null }),
    )

  async function add(name: string, view: { name: string; search: store.Search }, caller: Caller, isShared: boolean) {
    const list = seen(name, caller)
    const { columns, ...query } = view.search
    // A view is opened by its address: what the list does not take must not come into it.
    if (!list.query.safeParse(query).success) throw invalid([{ path: 'search', message: 'error.invalid' }])
    if (columns?.split(',').some((column) => !Object.hasOwn(list.columns, column)))
      throw invalid([{ path: 'search.columns', message: 'error.invalid' }])
    const id = randomUUID()
    await once(async () =>
      db.transaction(async (tx) => {
        const staffId = isShared ? null : staffOf(caller).staffId
        if ((await store.addView(tx, { id, list: name, ...view, staffId }, MOST_VIEWS)) === 0)
          throw refused('lists.refused.tooManyViews', { most: MOST_VIEWS })
        if (isShared) await audit(tx, note(caller, 'share', id, called('after', { list: name, ...view })))
      }),
    )
    return { id }
  }

  const rename = (id: string, name: string, caller: Caller, staffId: string | null) =>
    once(() =>
      db.transaction(async (tx) => {
        const view = await store.lockView(tx, id, staffId)
        if (!view) throw notFound()
        await store.renameView(tx, id, name)
        if (staffId === null)
          await audit(tx, note(caller, 'rename', id, { before: { name: view.name }, after: { name } }))
        return null
      }),
    )

  const drop = (id: string, caller: Caller, staffId: string | null) =>
    db.transaction(async (tx) => {
      const view = await store.lockView(tx, id, staffId)
      if (!view) throw notFound()
      await store.deleteView(tx, id)
      if (staffId === null) await audit(tx, note(caller, 'unshare', id, called('before', view)))
      return null
    })

  return serves(listsOffice, {
    ...fileCalls({ db, files, listOf }),

    'GET /office/lists/{list}': async ({ params: { list } }, caller) => {
      seen(list, caller)
      return {
        columns: await store.columnsOf(db, staffOf(caller).staffId, list),
        views: await views([list], caller),
      }
    },

    'GET /office/views': async (_, caller) => {
      const { permissions } = staffOf(caller)
      const names = Object.keys(lists()).filter((name) => permissions.has(lists()[name]!.read))
      return { views: await views(names, caller) }
    },

    'POST /office/lists/{list}/columns': async ({ params: { list }, body: { columns } }, caller) => {
      const known = seen(list, caller).columns
      if (columns?.some((name) => !Object.hasOwn(known, name)))
        throw invalid([{ path: 'columns', message: 'error.invalid' }])
      const { staffId } = staffOf(caller)
      await (columns ? store.setColumns(db, staffId, list, columns) : store.dropColumns(db, staffId, list))
      return null
    },

    'POST /office/lists/{list}/views': ({ params: { list }, body }, caller) => add(list, body, caller, false),
    'POST /office/lists/{list}/shared-views': ({ params: { list }, body }, caller) => add(list, body, caller, true),
    'POST /office/views/{id}': ({ params: { id }, body }, caller) =>
      rename(id, body.name, caller, staffOf(caller).staffId),
    'DELETE /office/views/{id}': ({ params: { id } }, caller) => drop(id, caller, staffOf(caller).staffId),
    'POST /office/shared-views/{id}': ({ params: { id }, body }, caller) => rename(id, body.name, caller, null),
    'DELETE /office/shared-views/{id}': ({ params: { id } }, caller) => drop(id, caller, null),
  } satisfies Handlers<typeof listsOffice>)
}

/** Two of one name could not be told apart. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw refused('lists.refused.nameTaken')
    throw error
  }
}

/** What a view of everybody is called, and what it shows. */
const called = (
  side: 'before' | 'after',
  { list, name, search }: { list: string; name: string; search: store.Search },
) => ({
  [side]: { list, name },
  ...lookedFor({ [side]: search }),
})

const note = (
  caller: Caller,
  act: ActOf<'view'>,
  id: string,
  what: Omit<Audited, 'by' | 'act' | 'subject'>,
): Audited => ({
  ...{ by: whoAsks(caller), act: `view.${act}`, subject: { kind: 'view', id } },
  ...what,
})
