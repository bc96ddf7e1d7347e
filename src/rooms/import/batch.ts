// One batch of rows into the shop, in one transaction: what is there is locked, read, compared, and only what differs is
// written. So a second run writes nothing and tells nobody.
import { CommandError } from '#platform/command.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { audit } from '#rooms/audit/hands.ts'
import { keepFacets, slugOf, withReference } from '#rooms/products/hands.ts'
import { type BatchContext, type BatchOutcome, columnsOf, comparing, type Plan, shortHash, skuCode } from './compare.ts'
import type { FeedRow } from './feed-row.ts'
import * as store from './store.ts'

export async function placeBatch(context: BatchContext, rows: FeedRow[]): Promise<BatchOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return context.dryRun
        ? await place(context.db, context, rows)
        : await context.db.transaction((tx) => place(tx, context, rows))
    } catch (error) {
      // Somebody in the back office took an address between our look and our insert: look again.
      if (attempt >= 3 || (error as { code?: string }).code !== '23505') throw error
    }
  }
}

/** Writes only in a transaction; with the bare database it is the dry run. */
async function place(db: Database | Transaction, context: BatchContext, rows: FeedRow[]): Promise<BatchOutcome> {
  const { map, sellerId } = context
  const refs = rows.map((row) => row.ref)
  if ('isTransaction' in db) await store.lockProducts(db, map.source, refs)
  const found = await store.knownProducts(db, {
    source: map.source,
    refs,
    skuCodes: rows.map((row) => skuCode(map.source, row.ref)),
    sellerId,
    texts: Object.keys(map.texts).length > 0,
  })
  const known = new Map(found.map((product) => [product.ref, product]))
  const outcome: BatchOutcome = { created: 0, changed: 0, unchanged: 0, offers: 0, prices: 0, returned: 0, remarks: [] }
  const fresh = rows.filter((row) => !known.has(row.ref))
  const slugs = await chooseSlugs(db, context, fresh, outcome)
  const taken =
    fresh.length > 0
      ? await store.takenSkuCodes(
          db,
          fresh.map((row) => skuCode(map.source, row.ref)),
        )
      : new Set<string>()
  const plan = comparing(context, { known, taken, outcome })
  for (const row of rows) plan.add(row)
  outcome.offers = plan.newOffers.length
  if ('isTransaction' in db) {
    await write(db, context, plan, { fresh, slugs })
    const { created, changed, offers, prices, returned } = outcome
    await auditFeed(db, context, { created, changed, offers, prices, returned })
  }
  return outcome
}

/** Of what comes of a batch, unless it changes nothing. */
export async function auditFeed(
  tx: Transaction,
  { map, by: { machineUser, file } }: BatchContext,
  counts: Record<string, number>,
): Promise<void> {
  const some = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  if (Object.keys(some).length === 0) return
  const subject = { kind: 'feed', id: map.source } as const
  await audit(tx, { by: { machineUser }, act: 'feed.import', subject, after: { file, ...some } })
}

async function write(
  tx: Transaction,
  { map, shelf, sellerId }: BatchContext,
  { owned, products, newSkus, skus, newOffers, offers }: Plan,
  { fresh, slugs }: { fresh: FeedRow[]; slugs: Map<string, string> },
): Promise<void> {
  const made = fresh.map((row) => ({ ref: row.ref, slug: slugs.get(row.ref)!, ...columnsOf(row, shelf) }))
  await keepGiven(tx, [...made, ...products], [...newSkus, ...skus])
  const ids = made.length === 0 ? new Map<string, number>() : await store.addProducts(tx, map, made)
  const skuIds =
    newSkus.length === 0
      ? new Map<number, number>()
      : await store.addSkus(
          tx,
          newSkus.map(({ row, productId, ...sku }) => ({ product_id: productId ?? ids.get(row.ref)!, ...sku })),
        )
  if (newOffers.length > 0)
    await store.addOffers(
      tx,
      sellerId,
      newOffers.map(({ row, productId = ids.get(row.ref)!, skuId }) => ({
        product_id: productId,
        sku_id: skuId ?? skuIds.get(productId)!,
        price_cents: row.priceCents!,
        list_price_cents: row.listPriceCents,
      })),
    )
  if (products.length > 0) await store.changeProducts(tx, products)
  if (skus.length > 0) await store.changeSkus(tx, skus)
  if (offers.length > 0) await store.changeOffers(tx, offers, owned)
}

/** Nobody removes one of these facets until it is written. */
async function keepGiven(
  tx: Transaction,
  products: Pick<store.ChangedProduct, 'genre_ids' | 'language_ids'>[],
  skus: Pick<store.ChangedSku, 'platform_ids' | 'region_id'>[],
): Promise<void> {
  const given = new Set([
    ...products.flatMap(({ genre_ids, language_ids }) => [...genre_ids, ...language_ids]),
    ...skus.flatMap(({ platform_ids, region_id }) =>
      region_id === null ? platform_ids : [...platform_ids, region_id],
    ),
  ])
  if (given.size > 0 && (await keepFacets(tx, [...given])).size < given.size)
    throw new CommandError('a genre, language, platform or region was removed from the shop meanwhile; run it again')
}

/** Addresses for new products, each with a remark when it is not simply the title's. */
async function chooseSlugs(
  db: Database | Transaction,
  { map, promised, dryRun }: BatchContext,
  rows: FeedRow[],
  outcome: BatchOutcome,
): Promise<Map<string, string>> {
  const chosen = new Map<string, string>()
  if (rows.length === 0) return chosen
  const drafts = rows.map((row) => {
    const { slug, lossy } = slugOf(row.name)
    const plain = lossy || slug === '' ? undefined : slug
    return { row, plain, long: withReference(slug, map.source, row.ref) }
  })
  const taken = await store.takenSlugs(
    db,
    drafts.flatMap(({ plain, long }) => (plain ? [plain, long] : [long])),
  )
  const isTaken = (slug: string) => taken.has(slug) || promised.has(slug)
  for (const { row, plain, long } of drafts) {
    let slug = plain !== undefined && !isTaken(plain) ? plain : long
    // Another title may end in what is this one's reference.
    if (slug === long && isTaken(long)) slug = `${long}-${shortHash(`${map.source} ${row.ref}`)}`
    taken.add(slug)
    if (dryRun) promised.add(slug)
    chosen.set(row.ref, slug)
    if (plain === undefined) outcome.remarks.push({ row, reason: 'title-no-ascii', detail: slug })
    else if (slug !== plain) outcome.remarks.push({ row, reason: 'title-repeated', detail: slug })
    else if (/[^ -~]/.test(row.name)) outcome.remarks.push({ row, reason: 'title-not-ascii', detail: slug })
  }
  return chosen
}
