// One change of many products: what is selected is frozen when it begins, and changed batch by batch, each in one transaction
// with the rows that say so. A process that dies leaves whole batches, and whoever does its job next goes on behind them.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { notFound, refused } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { toMajor } from '#platform/money.ts'
import { type Audited, audit, type Employee } from '#rooms/audit/hands.ts'
import { type BulkChange, bulkValue, offerOf, onceOpen, SALE, saleNow } from './bulk-rules.ts'
import * as store from './bulk-store.ts'
import { BULK_EDIT } from './jobs.ts'
import { followListings } from './listings.ts'
import { lockOffers, setActive, setPrices } from './offer-store.ts'

const AT_ONCE = 100

export interface Wanted {
  id: string
  selection: store.Selection
  change: BulkChange
  /** How many rows he has seen that it is. */
  seen: number
  /** Members who wished for it are told. */
  tells: boolean
  reason: string
}

export function bulkEdits(db: Database) {
  const begin = (edit: Begun, by: Employee, rows: Rows) =>
    db.transaction(async (tx) => {
      const { id, undoes, change, tells, reason } = edit
      const isNew = await store.addEdit(tx, { ...edit, staffId: by.staffId, actor: by.email, address: by.address })
      if (!isNew) {
        if (!isAskedAgain(await store.bulkEdit(tx, id), edit, by)) throw refused('catalogue.refused.changed')
        return
      }
      const total = await rows(tx)
      await store.setTotal(tx, id, total)
      await audit(tx, {
        ...{ by, act: undoes ? 'bulk.undo' : 'bulk.begin', subject: { kind: 'bulk', id }, reason },
        after: { ...change, rows: total, ...(change.what !== 'category' && { tells }), ...(undoes && { undoes }) },
      })
      await enqueue(tx, BULK_EDIT, { bulkId: id })
    })

  return {
    /** Asked twice with one id, it is one change; asked for another under it, nothing begins. */
    async start({ id, selection, change, seen, tells, reason }: Wanted, by: Employee): Promise<void> {
      await followListings(db)
      await begin({ id, change, undoes: null, tells, reason }, by, async (tx) => {
        const total = await store.freeze(tx, id, selection, change.what !== 'category')
        if (total === 0) throw refused('catalogue.refused.nothingSelected')
        if (total !== seen) throw refused('catalogue.refused.selectionChanged', { count: total })
        return total
      })
    },

    async undo(id: string, reason: string, by: Employee, allow: (change: BulkChange) => void): Promise<string> {
      const edit = await store.bulkEdit(db, id)
      if (!edit) throw notFound()
      allow(edit.change)
      if (edit.state !== 'done') throw refused('catalogue.refused.stillRunning')
      try {
        const own = randomUUID()
        const undoing = { id: own, change: edit.change, undoes: id, tells: edit.tells, reason }
        await begin(undoing, by, (tx) => store.freezeUndo(tx, own, id))
        return own
      } catch (error) {
        // A unique index: once, whoever is first.
        if ((error as { code?: string }).code === '23505') throw refused('catalogue.refused.undone')
        throw error
      }
    },

    async run(id: string): Promise<void> {
      const edit = await store.bulkEdit(db, id)
      if (!edit) return
      while ((await db.transaction((tx) => batch(tx, edit))) > 0) {}
      await store.endEdit(db, id)
    },
  }
}

type Begun = Pick<store.BulkEdit, 'id' | 'change' | 'undoes' | 'tells' | 'reason'>

/** Freezes what is to be changed; answers how many rows that is. */
type Rows = (tx: Transaction) => Promise<number>

/** What is selected may have become more or less since, so it is not compared. */
const isAskedAgain = (known: store.BulkEdit | undefined, { change, tells }: Begun, by: Employee): boolean =>
  known?.staffId === by.staffId && known.tells === tells && isDeepStrictEqual(known.change, change)

interface Done extends store.BulkRow {
  state: store.RowState
}

async function batch(tx: Transaction, edit: store.BulkEdit): Promise<number> {
  const rows = await store.takeWaiting(tx, edit.id, AT_ONCE)
  if (rows.length === 0) return 0
  const now = await valuesNow(tx, edit.change, rows)
  const done = rows.map((row): Done => outcome(edit, row, now.get(row.offerId ?? row.productId)))
  const changed = done.filter(({ state }) => state === 'changed')
  if (!edit.tells) await store.tellNobody(tx)
  await write(tx, edit.change, changed)
  await store.noteRows(tx, edit.id, done)
  await audit(tx, ...changed.map((row) => auditRow(edit, row)))
  failpoint('bulk batch written')
  return rows.length
}

interface Now {
  value: number
  /** Its seller is closed. */
  staysOff: boolean
}

/** By offer or product, locked in the order of their ids. */
async function valuesNow(tx: Transaction, { what }: BulkChange, rows: store.BulkRow[]): Promise<Map<number, Now>> {
  if (what === 'category') {
    const found = await store.lockCategoriesOf(
      tx,
      rows.map(({ productId }) => productId),
    )
    return new Map(found.map(({ id, categoryId }) => [id, { value: categoryId, staysOff: false }]))
  }
  const offers = await lockOffers(
    tx,
    rows.map(({ offerId }) => offerId!),
  )
  return new Map(
    offers.map((offer) => [
      offer.id,
      what === 'price'
        ? { value: offer.priceCents, staysOff: false }
        : { value: saleNow(offer), staysOff: offer.isClosed },
    ]),
  )
}

function outcome({ change, undoes }: store.BulkEdit, row: store.BulkRow, now: Now | undefined): Done {
  if (now === undefined) return { ...row, state: 'gone' }
  const { value, staysOff } = now
  const can = (after: number | null) => after !== null && !(staysOff && after === SALE.on)
  // Only what nobody touched since is restored. What waited for its seller waits no more where he is open again.
  if (undoes) {
    const waitsNoMore = change.what === 'sale' && !staysOff && row.after !== null
    const after = waitsNoMore ? onceOpen(row.after!) : row.after
    return { ...row, after, state: value !== row.before ? 'touched' : can(after) ? 'changed' : 'impossible' }
  }
  const after = bulkValue(change, value)
  return { ...row, before: value, after, state: after === value ? 'same' : can(after) ? 'changed' : 'impossible' }
}

async function write(tx: Transaction, { what }: BulkChange, rows: Done[]): Promise<void> {
  if (rows.length === 0) return
  if (what === 'price') await setPrices(tx, rows.map(({ offerId, after }) => ({ id: offerId!, priceCents: after! }))) // biome-ignore format: one line
  else if (what === 'sale') await setActive(tx, rows.map(({ offerId, after }) => ({ id: offerId!, ...offerOf(after!) }))) // biome-ignore format: one line
  else await store.setCategories(tx, rows.map(({ productId, after }) => ({ id: productId, categoryId: after! }))) // biome-ignore format: one line
}

function auditRow(edit: store.BulkEdit, row: Done): Audited {
  const { staffId, actor, address, change, reason } = edit
  const offer = `offer.${row.offerId}`
  const returns = (value: number | null) => (value! & (SALE.untilInFeed | SALE.untilOpen)) !== 0
  const said = (value: number | null) => {
    if (change.what === 'category') return { categoryId: value }
    if (change.what === 'price') return { [`${offer}.price`]: toMajor(value!) }
    const isOnlyOn = !returns(row.before) && !returns(row.after)
    return { [`${offer}.active`]: value === SALE.on, ...(!isOnlyOn && { [`${offer}.returns`]: returns(value) }) }
  }
  return {
    by: { staffId, email: actor, address },
    ...{ act: 'product.bulk', subject: { kind: 'product', id: String(row.productId) }, reason },
    before: said(row.before),
    after: { ...said(row.after), bulk: edit.id },
  }
}
