// All uploaded pictures, with where each is used. A place that comes later is asked here as well; a test counts the foreign keys.
import type { Database, Queryable } from '#platform/database/database.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { type ContentUse, contentUses, shownByContent } from '#rooms/content/hands.ts'
import { FROM_NEWEST, type LibraryRow, libraryRows, lockUpload, removeUpload } from '#rooms/pictures/hands.ts'
import { PICTURES_PER_PAGE, USE_KINDS, USES_SHOWN } from './limits.ts'
import { type ProductUse, productUses, shownByProducts } from './uses-store.ts'

/** So many are looked at for one page of those that are used, or are not. */
const LOOKED_AT = 1_000

export type After = typeof FROM_NEWEST
type Use = Omit<ProductUse | ContentUse, 'pictureId'>

export interface LibraryAsked {
  only?: 'used' | 'unused' | undefined
  after: After | undefined
  locale: string
}

const withParts = (rows: readonly LibraryRow[]) => rows.flatMap(({ id, parts }) => [id, ...parts])

export function pictureLibrary(db: Database) {
  async function page({ only, after = FROM_NEWEST, locale }: LibraryAsked) {
    const asked = only ? LOOKED_AT : PICTURES_PER_PAGE
    const found = await libraryRows(db, after, asked + 1)
    const looked = found.slice(0, asked)
    const fitting = only ? await narrowed(db, looked, only === 'used') : looked
    const rows = fitting.slice(0, PICTURES_PER_PAGE)
    const last = fitting.length > rows.length ? rows.at(-1) : looked.at(-1)
    const isLast = fitting.length === rows.length && found.length === looked.length
    return { rows: await withUses(db, rows, locale), next: isLast || !last ? null : { at: last.key, id: last.id } }
  }

  /** Nobody loses what he began to show: whoever has begun is waited for, and whoever comes later is told that it is gone. */
  const remove = (id: string, by: Who, reason: string) =>
    db.transaction(async (tx) => {
      const upload = await lockUpload(tx, id)
      if (!upload) throw notFound()
      await removeUpload(tx, id).catch((error) => {
        throw (error as { code?: string }).code === '23503' ? refused('library.refused.used') : error
      })
      const { width, height, uploadedBy } = upload
      await audit(tx, {
        ...{ by, act: 'picture.remove', subject: { kind: 'picture', id }, reason },
        before: { pixels: `${width} × ${height}`, uploadedBy },
      })
    })

  return { page, remove }
}

async function narrowed(db: Queryable, rows: readonly LibraryRow[], isUsed: boolean): Promise<LibraryRow[]> {
  const ids = withParts(rows)
  const shown = new Set((await Promise.all([shownByProducts(db, ids), shownByContent(db, ids)])).flat())
  return rows.filter(({ id, parts }) => [id, ...parts].some((each) => shown.has(each)) === isUsed)
}

/** What shows a part of it shows it. */
async function withUses(db: Queryable, rows: readonly LibraryRow[], locale: string) {
  const ids = withParts(rows)
  const most = USES_SHOWN + 1
  const found = await Promise.all([productUses(db, ids, locale, most), contentUses(db, ids, locale, most)])
  const uses = Map.groupBy<string, ProductUse | ContentUse>(found.flat(), ({ pictureId }) => pictureId)
  return rows.map(({ id, parts, ...row }) => ({ id, ...row, ...told([id, ...parts].flatMap((each) => uses.get(each) ?? [])) })) // biome-ignore format: one line
}

/** Each place once, of each kind so many. */
function told(uses: readonly Use[]): { uses: Use[]; isMore: boolean } {
  const places = [...new Map(uses.map(({ kind, id, name }) => [`${kind} ${id}`, { kind, id, name }])).values()]
  const kinds = USE_KINDS.map((kind) => places.filter((place) => place.kind === kind))
  return {
    uses: kinds.flatMap((each) => each.slice(0, USES_SHOWN)),
    isMore: kinds.some((each) => each.length > USES_SHOWN),
  }
}
