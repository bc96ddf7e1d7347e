// Every SQL statement about files, columns and views of lists.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export type Search = Record<string, string>

export interface ListFile {
  id: string
  staffId: string
  list: string
  query: Search
  columns: string[]
  locale: string
  isDemo: boolean
  zone: string
  state: 'running' | 'done'
  after: string | null
  rows: number
  parts: number
  isCut: boolean
  madeAt: Date
  doneAt: Date | null
}

type File = ListFile & Record<string, unknown>

const FILE = fragment`select id, staff_id as "staffId", list, query, columns, locale, is_demo as "isDemo", zone, state, after, rows, parts,
  is_cut as "isCut", made_at as "madeAt", done_at as "doneAt" from list_files`
/** Not older than can be fetched. */
const KEPT = fragment`coalesce(done_at, made_at) > now() - interval '24 hours'`

type NewFile = Pick<ListFile, 'id' | 'staffId' | 'list' | 'query' | 'columns' | 'locale' | 'isDemo' | 'zone'>

/** 0: he has as many as may be. One at a time, so that two at once are counted. */
export async function addFile(tx: Transaction, file: NewFile, most: number): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('list files ' || ${file.staffId}::text, 0))`)
  return tx.run(sql`
    insert into list_files (id, staff_id, list, query, columns, locale, is_demo, zone)
    select ${file.id}, ${file.staffId}, ${file.list}, ${JSON.stringify(file.query)}::jsonb, ${file.columns}::text[], ${file.locale}, ${file.isDemo}, ${file.zone}
    where (select count(*) from list_files where staff_id = ${file.staffId} and ${KEPT}) < ${most}`)
}

export function fileById(db: Queryable, id: string): Promise<ListFile | undefined> {
  return db.maybe<File>(sql`${FILE} where id = ${id} and ${KEPT}`)
}

/** The newest first. */
export function filesOf(db: Queryable, staffId: string, limit: number): Promise<ListFile[]> {
  return db.query<File>(
    sql`${FILE} where staff_id = ${staffId} and ${KEPT} order by made_at desc, id desc limit ${limit}`,
  )
}

export interface Written {
  sealed: Buffer
  rows: number
  /** Null: it is whole. */
  after: string | null
  isCut: boolean
}

/** The next part, unless somebody else has written it: false then, and nothing is. */
export async function addPart(tx: Transaction, id: string, n: number, part: Written): Promise<boolean> {
  const moved = await tx.run(sql`
    update list_files set parts = parts + 1, rows = rows + ${part.rows}, after = ${part.after}, is_cut = ${part.isCut},
      state = case when ${part.after}::text is null then 'done' else 'running' end,
      done_at = case when ${part.after}::text is null then now() end
    where id = ${id} and parts = ${n} and state = 'running'`)
  if (moved === 0) return false
  await tx.run(sql`insert into list_file_parts (file_id, n, sealed) values (${id}, ${n}, ${part.sealed})`)
  return true
}

export async function partOf(db: Queryable, id: string, n: number): Promise<Buffer | undefined> {
  const row = await db.maybe<{ sealed: Buffer }>(
    sql`select sealed from list_file_parts where file_id = ${id} and n = ${n}`,
  )
  return row?.sealed
}

export function deleteFile(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`delete from list_files where id = ${id}`)
}

export function forgetFiles(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from list_files where id = any(array(
      select id from list_files where coalesce(done_at, made_at) <= now() - interval '24 hours'
      order by coalesce(done_at, made_at) limit ${limit}))`)
}

export async function columnsOf(db: Queryable, staffId: string, list: string): Promise<string[] | null> {
  const row = await db.maybe<{ columns: string[] }>(
    sql`select columns from list_columns where staff_id = ${staffId} and list = ${list}`,
  )
  return row?.columns ?? null
}

export function setColumns(db: Queryable, staffId: string, list: string, columns: readonly string[]): Promise<number> {
  return db.run(sql`
    insert into list_columns (staff_id, list, columns) values (${staffId}, ${list}, ${columns}::text[])
    on conflict (staff_id, list) do update set columns = excluded.columns`)
}

export function dropColumns(db: Queryable, staffId: string, list: string): Promise<number> {
  return db.run(sql`delete from list_columns where staff_id = ${staffId} and list = ${list}`)
}

export interface ListView {
  id: string
  list: string
  name: string
  search: Search
  /** Null: shared. */
  staffId: string | null
}

type View = ListView & Record<string, unknown>

/** His own and those that all share, of these lists, by name. */
export function viewsOf(db: Queryable, staffId: string, lists: readonly string[], limit: number): Promise<ListView[]> {
  return db.query<View>(sql`
    select id, list, name, search, staff_id as "staffId" from list_views
    where list = any(${lists}::text[]) and (staff_id is null or staff_id = ${staffId})
    order by lower(name), id limit ${limit}`)
}

/** What those of these ids that are views for everybody are called, by id. */
export const viewNames = namesByUuid(
  (ids) => sql`
    select id, name from list_views where staff_id is null and id = any(${ids}::uuid[])
    order by id`,
)

/** 0: there are as many as may be. One at a time, so that two at once are counted; the same name twice breaks a unique index. */
export async function addView(tx: Transaction, view: ListView, most: number): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('list views ' || ${view.list}::text || ' ' || coalesce(${view.staffId}::text, ''), 0))`,
  )
  return tx.run(sql`
    insert into list_views (id, list, staff_id, name, search)
    select ${view.id}, ${view.list}, ${view.staffId}::uuid, ${view.name}, ${JSON.stringify(view.search)}::jsonb
    where (select count(*) from list_views where list = ${view.list} and staff_id is not distinct from ${view.staffId}::uuid) < ${most}`)
}

/** Locked until the transaction ends. `staffId`: his own; null: a shared one. */
export function lockView(tx: Transaction, id: string, staffId: string | null): Promise<ListView | undefined> {
  return tx.maybe<View>(sql`
    select id, list, name, search, staff_id as "staffId" from list_views
    where id = ${id} and staff_id is not distinct from ${staffId}::uuid for update`)
}

export function renameView(tx: Transaction, id: string, name: string): Promise<number> {
  return tx.run(sql`update list_views set name = ${name} where id = ${id}`)
}

export function deleteView(tx: Transaction, id: string): Promise<number> {
  return tx.run(sql`delete from list_views where id = ${id}`)
}

/** What a view calls itself or looks for, in lower case. */
const NAMED = fragment`(select lower(btrim(name)) as text union select lower(btrim(value)) from jsonb_each_text(search))`

export async function countViewsNaming(db: Queryable, email: string): Promise<number> {
  const { views } = await db.one<{ views: number }>(
    sql`select count(*) as views from list_views where ${email.toLowerCase()} in ${NAMED}`,
  )
  return views
}

export function deleteViewsNaming(tx: Transaction, email: string): Promise<number> {
  return tx.run(sql`delete from list_views where ${email.toLowerCase()} in ${NAMED}`)
}

/** What looks like an address in them, a page at a time. */
export function addressesNamed(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select distinct n.text from list_views, lateral ${NAMED} n
    where n.text like '%_@_%' and n.text > ${after} order by n.text limit ${limit}`)
}
