// Lists as files: of what is seen, whole, in the order of the list, which for products is that of their names. A short one is
// answered at once; a longer one is written part by part, each sealed and in one transaction with where it goes on, so that a
// process that dies leaves whole parts and whoever does its job next goes on behind them.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type Audited, audit, type Employee, officeWords } from '#rooms/audit/hands.ts'
import { BOM, csvHead, csvRows } from './csv.ts'
import type { AnyList, ListColumn, Looker } from './hands.ts'
import { LIST_FILE } from './jobs.ts'
import { MOST_FILES, MOST_ROWS, ROWS_AT_ONCE, ROWS_PER_PART } from './limits.ts'
import { lookedFor } from './looked-for.ts'
import * as store from './store.ts'

interface Options {
  db: Database
  keyring: Keyring
  /** Undefined: there is none of this name. */
  listOf(name: string): AnyList | undefined
  zone(): string
}

export interface Wanted {
  list: string
  query: store.Search
  columns: readonly string[]
  locale: string
  isDemo: boolean
}

interface Read {
  rows: unknown[]
  /** Null: there are no more. */
  after: string | null
}

/** Bound to its place: no part can be put in another's. */
const bound = (id: string, n: number) => `${id} ${n}`

export function listFiles({ db, keyring, listOf, zone }: Options) {
  /** From there on so many rows, or a page more. */
  async function read(
    list: AnyList,
    query: unknown,
    from: string | null,
    atLeast: number,
    looker: Looker,
  ): Promise<Read> {
    const rows: unknown[] = []
    let after = from
    do {
      const page = await list.page(query, after ?? undefined, looker)
      rows.push(...page.rows)
      after = page.next
    } while (after !== null && rows.length < atLeast)
    return { rows, after }
  }

  const columnsOf = ({ columns }: AnyList, names: readonly string[]) =>
    names.map((name): ListColumn<unknown> => columns[name]!)

  return {
    /** The text of the file, or the id of the job that writes it. */
    async take({ list: name, query, columns: names, locale, isDemo }: Wanted, who: Employee) {
      const list = listOf(name)!
      const wording = { t: officeWords(locale), zone: zone() }
      const looker = { staffId: who.staffId, locale, isDemo }
      const { rows, after } = await read(list, list.query.parse(query), null, ROWS_AT_ONCE + 1, looker)
      const note = (noted: Record<string, unknown>): Audited => ({
        ...{ by: who, act: 'list.take', subject: { kind: 'list', id: name } },
        after: { columns: [...names], ...noted },
        ...lookedFor({ after: query }),
      })
      if (after === null && rows.length <= ROWS_AT_ONCE) {
        const columns = columnsOf(list, names)
        await db.transaction((tx) => audit(tx, note({ rows: rows.length })))
        return { id: null, rows: rows.length, text: BOM + csvHead(columns, wording) + csvRows(columns, rows, wording) }
      }
      const id = randomUUID()
      await db.transaction(async (tx) => {
        const file = {
          id,
          staffId: who.staffId,
          list: name,
          query,
          columns: [...names],
          locale,
          isDemo,
          zone: wording.zone,
        }
        if ((await store.addFile(tx, file, MOST_FILES)) === 0)
          throw refused('lists.refused.tooManyFiles', { most: MOST_FILES })
        await audit(tx, note({ file: id }))
        await enqueue(tx, LIST_FILE, { fileId: id })
      })
      return { id, rows: rows.length, text: null }
    },

    async run(id: string): Promise<void> {
      for (;;) {
        const file = await store.fileById(db, id)
        const list = file && listOf(file.list)
        if (!file || !list || file.state === 'done') return
        const columns = columnsOf(list, file.columns)
        const wording = { t: officeWords(file.locale), zone: file.zone }
        const left = MOST_ROWS - file.rows
        const found = await read(list, list.query.parse(file.query), file.after, Math.min(ROWS_PER_PART, left), file)
        const rows = found.rows.slice(0, left)
        const isFull = rows.length === left
        const text = (file.parts === 0 ? BOM + csvHead(columns, wording) : '') + csvRows(columns, rows, wording)
        const part = {
          sealed: keyring.seal('list-file', text, bound(id, file.parts)),
          rows: rows.length,
          after: isFull ? null : found.after,
          isCut: isFull && (found.after !== null || found.rows.length > left),
        }
        await db.transaction(async (tx) => {
          await store.addPart(tx, id, file.parts, part)
          failpoint('list part written')
        })
      }
    },

    async part(id: string, n: number): Promise<string> {
      const sealed = await store.partOf(db, id, n)
      if (!sealed) throw notFound()
      // What lasts for a day is not sealed anew when a key is dropped (docs/operate.md): its reader makes it anew.
      if (!keyring.knows(sealed)) throw refused('lists.refused.keyDropped')
      return keyring.open('list-file', sealed, bound(id, n))
    },
  }
}
