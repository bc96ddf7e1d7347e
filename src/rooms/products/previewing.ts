// A product as it would be with what somebody typed: kept for its page of the shop, and laid over what is saved whenever that
// is asked for. The field is checked as when it is saved; what another person changed meanwhile is seen there, and is no conflict yet.
import type { Database, Queryable } from '#platform/database/database.ts'
import { type FieldChange, merge } from '#platform/field-changes.ts'
import { invalid, notFound } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { languageOf, textIn } from '#platform/i18n/text-in.ts'
import { convert, type Exchange, fromMajor } from '#platform/money.ts'
import type { Preview, Previews } from '#rooms/previews/hands.ts'
import type { Ratings } from '#rooms/reviews/contract.ts'
import { checkUnique, checkValues } from './change-product.ts'
import type { ProductDetail } from './contract.ts'
import { offersOf, type WholeOffer } from './offer-store.ts'
import * as store from './office-store.ts'
import { fieldsOf, setField } from './product-fields.ts'
import { shownScreenshots } from './screenshot-store.ts'
import { readShelves, type Shelves } from './shelves.ts'
import type { DetailRow, OfferRow } from './store.ts'
import { detailOf } from './views.ts'

interface Typed {
  language: string
  changes: readonly FieldChange[]
  /** US dollars, by `offer.9.price`. */
  prices: readonly { field: string; to: number }[]
}

/** Answers where it can be seen. Throws 400 where a field may not hold what it shall. */
export function previewProduct(
  { db, previews }: { db: Database; previews: Previews },
  id: number,
  { language, changes: typed, prices }: Typed,
  caller: Caller,
): Promise<string> {
  return db.transaction(async (tx) => {
    const edited = await readProduct(tx, id)
    if (!edited) throw notFound()
    const now = fieldsOf(edited)
    const { changes, unknown } = merge(
      now,
      typed.map((change) => ({ ...change, from: now[change.field] ?? null })),
    )
    const gone = prices.filter(({ field }) => !edited.offers.some((offer) => field === `offer.${offer.id}.price`))
    const missing = [...unknown, ...gone.map(({ field }) => field)]
    if (missing.length > 0) throw invalid(missing.map((path) => ({ path, message: 'catalogue.gone' })))
    const shelves = await readShelves(tx)
    checkValues(changes, shelves)
    await checkUnique(tx, id, changes)
    const { isDraft } = edited.product
    for (const { field, after } of changes) setField(edited, field, after)
    const category = shelves.categories.get(edited.product.categoryId)
    if (!category) throw notFound()
    const said = [
      ...changes.filter(({ field }) => isShownIn(language, field)).map(({ field, after }) => [field, after]),
      ...prices.map(({ field, to }) => [field, to]),
    ]
    return previews.keep(
      tx,
      {
        ...{ kind: 'product', subject: String(id), path: `/${category.slug}/${edited.product.slug}` },
        ...{ locale: language, said: Object.fromEntries(said), isDraft },
      },
      caller,
    )
  })
}

/** Texts in other languages are not on the page; what a language lacks is said in English. */
function isShownIn(language: string, field: string): boolean {
  const second = field.split('.')[1]
  return second === undefined || /^\d+$/.test(second) || second === language || second === 'en-US'
}

interface Shown {
  db: Queryable
  shelves: Shelves
  exchange: Exchange
  ratingsOf(productId: number): Promise<Ratings>
}

/** Undefined: what is asked for is another page. */
export async function previewedDetail(
  { db, shelves, exchange, ratingsOf }: Shown,
  { subject, locale, said }: Preview,
  asked: { slug: string; categorySlug: string },
): Promise<ProductDetail | undefined> {
  const edited = await readProduct(db, Number(subject))
  const untold = await store.untoldOf(db, Number(subject))
  if (!edited || !untold) return undefined
  const { isDraft } = edited.product
  const fields = fieldsOf(edited)
  for (const [field, value] of Object.entries(said)) if (Object.hasOwn(fields, field)) setField(edited, field, value)
  const { product, versions } = edited
  if (product.slug !== asked.slug || shelves.categories.get(product.categoryId)?.slug !== asked.categorySlug)
    return undefined
  const offers = edited.offers.filter(({ active }) => active).map((offer) => priced(offer, said, exchange))
  const parts = {
    product: { ...detailRow(product, locale), ...untold },
    skus: versions,
    // Nobody can buy a draft, so nothing of it is in stock.
    offers: offers.map((offer) => ({ ...offer, stock: isDraft ? 0 : offer.stock })).sort(bestFirst),
    exchange,
    screenshots: await shownScreenshots(db, product.id, locale),
    ratings: await ratingsOf(product.id),
  }
  return detailOf(parts, shelves, locale)
}

async function readProduct(db: Queryable, id: number) {
  const product = await store.wholeProduct(db, id)
  if (!product) return undefined
  const versions = await store.versionsOf(db, id)
  const offers = await offersOf(db, id)
  return {
    product,
    versions,
    offers: offers.map((offer) => ({ ...offer, isClosed: false, isAsked: offer.active && !product.isDraft })),
  }
}

/** A price that was typed would be a reduction by what it costs now, or cost when it was last asked, and by the lowest of 30 days. */
function priced(offer: WholeOffer & { isAsked: boolean }, said: Preview['said'], exchange: Exchange): OfferRow {
  const { id, skuId, seller, isShop, backing, stock, priceCents } = offer
  const typed = said[`offer.${id}.price`]
  const cents = typeof typed === 'number' ? fromMajor(typed) : priceCents
  const typedBefore = offer.isAsked ? priceCents : offer.lastAskedCents
  const [before, lowest] =
    cents === priceCents ? [offer.beforeCents, offer.lowestBeforeCents] : [typedBefore, offer.lowestCents]
  const told = before !== null && cents < before
  return {
    ...{ id, skuId, seller, isShop, backing, stock, priceCents: cents },
    priceBefore: told ? convert(before, exchange) : null,
    lowestPrice: told && lowest !== null ? convert(lowest, exchange) : null,
  }
}

/** As `BEST_FIRST` says it of rows. */
const bestFirst = (a: OfferRow, b: OfferRow) =>
  Number(b.stock > 0) - Number(a.stock > 0) ||
  a.priceCents - b.priceCents ||
  Number(b.isShop) - Number(a.isShop) ||
  a.id - b.id

function detailRow({ texts, ...product }: store.WholeProduct, locale: string): Omit<DetailRow, 'extImg'> {
  const told = (kind: keyof typeof texts) => textIn(texts[kind], locale)
  return {
    ...product,
    name: told('name'),
    title: texts.name['en-US'] ?? '',
    explanation: told('explanation') || null,
    description: told('description') || null,
    explanationLanguage: languageOf(texts.explanation, locale),
    descriptionLanguage: languageOf(texts.description, locale),
    confirmTitle: told('confirmTitle') || null,
    confirmContent: told('confirmContent') || null,
    seoTitle: told('seoTitle'),
    seoKeywords: told('seoKeywords'),
    seoDescription: told('seoDescription'),
  }
}
