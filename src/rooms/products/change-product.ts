// What changes a product: its fields and its prices, alone or together. Each is one transaction with the product locked
// and its audit rows; the shop's pages, lists and searches follow by the triggers that follow a feed.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { FieldChange } from '#platform/field-changes.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { keepGiven } from './change-facet.ts'
import { beforeAndAfter, type Changes, changesOf, changing, checkSlug, openProduct, wrong } from './changing.ts'
import { lockOffers, offersOf, setActive, setPrices, setThresholds } from './offer-store.ts'
import * as store from './office-store.ts'
import { type Edited, facetsIn, fieldsOf, missingIn, setField, wrongIn } from './product-fields.ts'
import { readShelves, type Shelves } from './shelves.ts'

export function changingProducts(db: Database) {
  return {
    /** In one transaction: what is put on sale at a new price was never sold at the old one, which then is no price before. */
    save: (id: number, { changes, prices }: Record<'changes' | 'prices', readonly FieldChange[]>, by: Who) =>
      changing(db, async (tx) => {
        await saveFields(tx, id, changes, by)
        if (prices.length > 0) await savePrices(tx, id, prices, by, '')
      }),

    setPrices: (id: number, wanted: readonly FieldChange[], by: Who, reason: string) =>
      changing(db, (tx) => savePrices(tx, id, wanted, by, reason)),
  }
}

async function saveFields(tx: Transaction, id: number, wanted: readonly FieldChange[], by: Who): Promise<void> {
  const edited = await openProduct(tx, id)
  const changes = changesOf(fieldsOf(edited), wanted)
  checkValues(changes, await readShelves(tx))
  if (changes.length === 0) return
  await checkUnique(tx, id, changes)
  for (const { field, after } of changes) await keepGiven(tx, field, facetsIn(field, after))
  for (const { field, after } of changes) setField(edited, field, after)
  await write(tx, edited, changes)
  await audit(tx, {
    ...{ by, act: 'product.change', subject: { kind: 'product', id: String(id) } },
    ...beforeAndAfter(changes),
  })
}

async function savePrices(
  tx: Transaction,
  id: number,
  wanted: readonly FieldChange[],
  by: Who,
  reason: string,
): Promise<void> {
  if (!(await store.lockProduct(tx, id))) throw notFound()
  const offers = await lockOffers(tx, (await offersOf(tx, id)).map((offer) => offer.id)) // biome-ignore format: one line
  const now = Object.fromEntries(offers.map((one) => [`offer.${one.id}.price`, toMajor(one.priceCents)]))
  const changes = changesOf(now, wanted)
  const prices = changes.map(({ field, after }) => ({
    id: Number(field.split('.')[1]),
    priceCents: fromMajor(after as number),
  }))
  if (prices.length === 0) return
  await setPrices(tx, prices)
  await audit(tx, {
    ...{ by, act: 'product.price', subject: { kind: 'product', id: String(id) }, reason },
    ...beforeAndAfter(changes),
  })
}

/** Throws 400 where a field may not hold what it shall. */
export function checkValues(changes: Changes, shelves: Shelves): void {
  const errors = changes.flatMap(({ field, after }) => {
    const message = wrongIn(field, after) ?? missingIn(field, after, shelves)
    return message === undefined ? [] : [{ path: field, message }]
  })
  if (errors.length > 0) throw invalid(errors)
}

export async function checkUnique(tx: Transaction, id: number, changes: Changes): Promise<void> {
  for (const { field, after } of changes) {
    if (field === 'slug') await checkSlug(tx, String(after), id)
    if (field.endsWith('.skuCode') && (await store.skuCodesTaken(tx, [String(after)])).size > 0)
      throw wrong(field, 'catalogue.codeTaken')
  }
}

async function write(tx: Transaction, edited: Edited, changes: Changes): Promise<void> {
  const { product, versions, offers } = edited
  const has = (start: string) => changes.some(({ field }) => field.startsWith(start))
  const isPublished = changes.some(({ field, after }) => field === 'isDraft' && after === false)
  const closed = offers.find(({ id, active, isClosed }) => active && isClosed && has(`offer.${id}.active`))
  if (closed) throw wrong(`offer.${closed.id}.active`, 'shelves.sellerClosed')
  if (isPublished && !offers.some(({ active }) => active)) throw refused('catalogue.refused.noOffer')
  if (changes.some(({ field }) => !/^(sku|offer)\./.test(field))) await store.changeProduct(tx, product)
  for (const version of versions) if (has(`sku.${version.id}.`)) await store.changeVersion(tx, version)
  const changed = (name: 'active' | 'lowAt') => offers.filter(({ id }) => has(`offer.${id}.${name}`))
  if (changed('active').length > 0)
    await setActive(
      tx,
      changed('active').map(({ id, active }) => ({ id, active, isAbsent: false })),
    )
  if (changed('lowAt').length > 0) await setThresholds(tx, changed('lowAt'))
}
